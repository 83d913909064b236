import { generateText, jsonSchema, ToolChoiceViolationError, type ToolSet } from 'ai'
import type { ModelRef } from '../../shared/domain/ids'
import type { SamplingAnswerBlock, SamplingMessage, SamplingTool, SamplingToolChoice, TokenUse } from '../../shared/domain/sampling'
import { AppError } from '../../shared/errors/appError'
import { isRecord, JsonObject } from '../../shared/lib/json'
import { generationMessages } from './generationMessages'
import { GenerationToolNames } from './generationToolNames'
import { explainModelError } from './explainModelError'
import type { OpenModel } from './openModel'

/** One answer of a model, without a conversation: what a server may ask for through sampling. */
export interface GenerationRequest {
  readonly ref: ModelRef
  readonly system?: string
  readonly messages: readonly SamplingMessage[]
  readonly maxTokens: number
  readonly temperature?: number
  readonly stopSequences: readonly string[]
  /** Of this request alone, and never run here. */
  readonly tools?: readonly SamplingTool[]
  readonly toolChoice?: SamplingToolChoice
}

export interface Generation {
  readonly content: readonly SamplingAnswerBlock[]
  readonly stopReason: string
  readonly model: ModelRef
  /** As the provider counted; absent where it did not. */
  readonly tokens?: TokenUse
}

/** Asks a model once. @throws {AppError} MODEL_… */
export async function generateOnce(open: OpenModel, request: GenerationRequest, signal: AbortSignal): Promise<Generation> {
  const names = new GenerationToolNames(request.tools ?? [])
  const { content, finishReason, usage } = await generate(open, request, names, signal)
  const tokens = tokensOf(usage)
  return {
    content: content.flatMap((part) => blockOf(part, names)).filter(({ type }) => type === 'text' || mayCall(request)),
    stopReason: finishReason,
    model: request.ref,
    ...(tokens && { tokens }),
  }
}

interface Generated {
  readonly content: readonly { readonly type: string }[]
  readonly finishReason: string
  readonly usage?: unknown
}

async function generate(open: OpenModel, request: GenerationRequest, names: GenerationToolNames, signal: AbortSignal): Promise<Generated> {
  try {
    return await generateText({
      model: open.model,
      ...(request.system !== undefined && { instructions: request.system }),
      messages: [...generationMessages(request.messages, names, open.images)],
      ...toolsOf(request, names),
      maxOutputTokens: request.maxTokens,
      ...(request.temperature !== undefined && { temperature: request.temperature }),
      ...(request.stopSequences.length > 0 && { stopSequences: [...request.stopSequences] }),
      maxRetries: 0,
      experimental_download: refuseDownloads,
      abortSignal: signal,
    })
  } catch (thrown) {
    signal.throwIfAborted()
    // It has answered, only not as it was told to: a person decides about that too.
    if (ToolChoiceViolationError.isInstance(thrown)) return thrown
    throw explainModelError(thrown, { modelName: open.name, answered: false })
  }
}

function mayCall({ tools = [], toolChoice }: GenerationRequest): boolean {
  return tools.length > 0 && toolChoice !== 'none'
}

/** They have nothing to execute: the library hands every call of one back. */
function toolsOf({ tools = [], toolChoice, messages }: GenerationRequest, names: GenerationToolNames) {
  if (tools.length === 0) return oldTools(messages, names)
  const set: ToolSet = Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      names.toolFor(name),
      // Typed for draft-07; providers take what a server wrote.
      { ...(description !== undefined && { description }), inputSchema: jsonSchema(inputSchema) },
    ]),
  )
  return { tools: set, ...(toolChoice !== undefined && { toolChoice }) }
}

/** Some providers refuse messages with calls when no tool at all is offered. What is called of these is left out of the answer. */
function oldTools(messages: readonly SamplingMessage[], names: GenerationToolNames) {
  const used = messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])))
  if (used.length === 0) return {}
  const inputSchema = jsonSchema({ type: 'object', additionalProperties: false })
  const tools: ToolSet = Object.fromEntries(
    used.map((name) => [names.toolFor(name), { description: 'Not available any more. Do not call it.', inputSchema }]),
  )
  return { tools }
}

function blockOf(part: { readonly type: string }, names: GenerationToolNames): SamplingAnswerBlock[] {
  if (part.type === 'text' && 'text' in part && typeof part.text === 'string') {
    return part.text === '' ? [] : [{ type: 'text', text: part.text }]
  }
  if (part.type !== 'tool-call' || !isToolCall(part)) return []
  const input = JsonObject.safeParse(read(part.input))
  // What cannot be read as arguments is put before the person as what it is: words.
  if (!input.success) return [{ type: 'text', text: `${names.nameOf(part.toolName)} ${wordsOf(part.input)}` }]
  return [{ type: 'tool_use', id: part.toolCallId, name: names.nameOf(part.toolName), input: input.data }]
}

/** The library hands an answer that broke its rules back as it came, arguments as text. */
function read(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return input
    throw thrown
  }
}

function isToolCall(part: object): part is { readonly toolCallId: string; readonly toolName: string; readonly input: unknown } {
  return 'toolCallId' in part && typeof part.toolCallId === 'string' && 'toolName' in part && typeof part.toolName === 'string'
}

function wordsOf(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
}

function tokensOf(usage: unknown): TokenUse | undefined {
  if (!isRecord(usage)) return undefined
  const [input, output] = [usage['inputTokens'], usage['outputTokens']]
  const counted = { ...(isCount(input) && { input }), ...(isCount(output) && { output }) }
  return Object.keys(counted).length > 0 ? counted : undefined
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Nothing that a server names is fetched. */
function refuseDownloads(wanted: readonly unknown[]): Promise<[]> {
  if (wanted.length === 0) return Promise.resolve([])
  return Promise.reject(new AppError('LINK_REFUSED', { reason: 'models.serverFetches' }))
}
