import { generateText, jsonSchema, ToolChoiceViolationError, type ToolSet } from 'ai'
import type { TokenUsage } from '../../shared/domain/chat'
import type { ConversationId, ModelRef } from '../../shared/domain/ids'
import type { SamplingAnswerBlock, SamplingMessage, SamplingTool, SamplingToolChoice } from '../../shared/domain/sampling'
import { AppError } from '../../shared/errors/appError'
import { JsonObject } from '../../shared/lib/jsonSchema'
import { tokensOf } from './compatible/tokensOf'
import { generationMessages } from './generationMessages'
import { GenerationToolNames } from './generationToolNames'
import { explainModelError } from './explainModelError'
import type { OpenModel } from './openModel'

/** A request for one answer of a model without a conversation, as a server may ask for through sampling. */
export interface GenerationRequest {
  readonly ref: ModelRef
  readonly system?: string
  readonly messages: readonly SamplingMessage[]
  readonly maxTokens: number
  readonly temperature?: number
  readonly stopSequences: readonly string[]
  /** These tools belong to this request only, and never run here. */
  readonly tools?: readonly SamplingTool[]
  readonly toolChoice?: SamplingToolChoice
  /** The conversation that it is for, which it costs. Absent for what a server asks for. */
  readonly conversationId?: ConversationId
  /** A temporary chat wants it: what it used is written down nowhere. */
  readonly temporary?: true
}

export interface Generation {
  readonly content: readonly SamplingAnswerBlock[]
  readonly stopReason: string
  readonly model: ModelRef
  /** As the provider counted. Absent if it did not count. */
  readonly tokens?: TokenUsage
  /** As the provider named the answer, and the model that wrote it. */
  readonly responseId?: string
  readonly responseModel?: string
}

/**
 * Asks a model once.
 * @throws {AppError} MODEL_…
 */
export async function generateOnce(open: OpenModel, request: GenerationRequest, signal: AbortSignal): Promise<Generation> {
  const names = new GenerationToolNames(request.tools ?? [])
  const { content, finishReason, usage, response } = await generate(open, request, names, signal)
  const tokens = tokensOf(usage)
  return {
    content: content.flatMap((part) => blockOf(part, names)).filter(({ type }) => type === 'text' || mayCall(request)),
    stopReason: finishReason,
    model: request.ref,
    ...(tokens && { tokens }),
    ...(response && { responseId: response.id, responseModel: response.modelId }),
  }
}

interface Generated {
  readonly response?: { readonly id: string; readonly modelId: string }
  readonly content: readonly { readonly type: string }[]
  readonly finishReason: string
  readonly usage?: unknown
}

async function generate(open: OpenModel, request: GenerationRequest, names: GenerationToolNames, signal: AbortSignal): Promise<Generated> {
  const began = performance.now()
  try {
    return await generateText({
      telemetry: { isEnabled: false, recordInputs: false, recordOutputs: false },
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
    // The model has answered, but broke the tool rules of the request. A person decides about that answer too.
    if (ToolChoiceViolationError.isInstance(thrown)) return thrown
    throw explainModelError(thrown, {
      modelName: open.name,
      providerName: open.provider,
      answered: false,
      waitedMs: performance.now() - began,
    })
  }
}

function mayCall({ tools = [], toolChoice }: GenerationRequest): boolean {
  return tools.length > 0 && toolChoice !== 'none'
}

/** The tools have no `execute`: the library returns every call. */
function toolsOf({ tools = [], toolChoice, messages }: GenerationRequest, names: GenerationToolNames) {
  if (tools.length === 0) return oldTools(messages, names)
  const set: ToolSet = Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      names.toolFor(name),
      // The type is for draft-07. Providers accept the server's schema as it is.
      { ...(description !== undefined && { description }), inputSchema: jsonSchema(inputSchema) },
    ]),
  )
  return { tools: set, ...(toolChoice !== undefined && { toolChoice }) }
}

/** Some providers refuse messages with calls when no tool is offered. Calls of these tools are left out of the answer. */
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
  // Arguments that cannot be parsed are shown to the person as text.
  if (!input.success) return [{ type: 'text', text: `${names.nameOf(part.toolName)} ${wordsOf(part.input)}` }]
  return [{ type: 'tool_use', id: part.toolCallId, name: names.nameOf(part.toolName), input: input.data }]
}

/** If an answer broke its rules, the library returns it unchanged, with the arguments as text. */
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

/** Parley never fetches an address that a server names. */
function refuseDownloads(wanted: readonly unknown[]): Promise<[]> {
  if (wanted.length === 0) return Promise.resolve([])
  return Promise.reject(new AppError('LINK_REFUSED', { reason: 'models.serverFetches' }))
}
