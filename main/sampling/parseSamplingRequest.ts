import * as z from 'zod'
import { SamplingBlock, SamplingEdit } from '../../shared/domain/sampling'
import type { ModelPriorities, SamplingMessage, SamplingTool, SamplingToolChoice } from '../../shared/domain/sampling'
import { AppError } from '../../shared/errors/appError'
import { checkToolPairs } from './checkToolPairs'

/** A server's request to a model. */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[]
  readonly systemPrompt?: string
  readonly maxTokens: number
  readonly temperature?: number
  readonly stopSequences: readonly string[]
  readonly hints: readonly string[]
  readonly priorities?: ModelPriorities
  readonly tools?: readonly SamplingTool[]
  readonly toolChoice?: SamplingToolChoice
  readonly includeContext?: 'thisServer' | 'allServers'
}

const MESSAGES = 200
/** A server names a few preferred models, best first. Each is compared with every model of the user. */
const HINTS = 20
/** Room for a few pictures. A person has to look at all of it, and the screen holds it meanwhile. */
const LENGTH = 4 * 1024 * 1024

// One block until 2025-06-18; one or several since 2025-11-25.
const Message = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.union([SamplingBlock.transform((block) => [block]), z.array(SamplingBlock).min(1)]),
})
const Messages = z.array(Message).min(1).max(MESSAGES)
const Tools = SamplingEdit.shape.tools

const Priority = z.number().min(0).max(1).optional()
const Params = z.object({
  messages: Messages,
  systemPrompt: z.string().optional(),
  maxTokens: z.int().positive(),
  temperature: z.number().optional(),
  stopSequences: z.array(z.string()).optional(),
  modelPreferences: z
    .object({
      hints: z.array(z.object({ name: z.string().optional() })).optional(),
      costPriority: Priority,
      speedPriority: Priority,
      intelligencePriority: Priority,
    })
    .optional(),
  includeContext: z.enum(['none', 'thisServer', 'allServers']).optional(),
  tools: Tools,
  toolChoice: z.object({ mode: z.enum(['auto', 'required', 'none']).default('auto') }).optional(),
})

/**
 * Pure: parses the parameters of `sampling/createMessage` of every protocol version. `includeContext` is read only to show that it was
 * requested; the request never sees the conversation. `metadata` is ignored.
 * @throws {AppError} INVALID_INPUT for anything else
 */
export function parseSamplingRequest(params: unknown): SamplingRequest {
  if ((JSON.stringify(params) ?? '').length > LENGTH) throw new AppError('INVALID_INPUT', { reason: 'sampling.tooLarge' })
  const parsed = Params.safeParse(params)
  if (!parsed.success) throw unreadable(parsed.error)
  const { systemPrompt, maxTokens, temperature, stopSequences = [], modelPreferences, includeContext, tools, toolChoice } = parsed.data
  const { messages } = parsed.data
  check({ messages, tools, toolChoice: toolChoice?.mode })
  const priorities = prioritiesOf(modelPreferences)
  return {
    messages,
    ...(systemPrompt !== undefined && { systemPrompt }),
    maxTokens,
    ...(temperature !== undefined && { temperature }),
    stopSequences,
    hints: (modelPreferences?.hints ?? []).flatMap(({ name }) => (name === undefined ? [] : [name])).slice(0, HINTS),
    ...(priorities && { priorities }),
    ...(tools && tools.length > 0 && { tools }),
    ...(tools && tools.length > 0 && toolChoice && { toolChoice: toolChoice.mode }),
    ...(includeContext !== undefined && includeContext !== 'none' && { includeContext }),
  }
}

/** Pure: applies the same checks to a request that a person edited. @throws {AppError} INVALID_INPUT */
export function checkEdited({ messages, tools, toolChoice }: SamplingEdit): void {
  check({ messages, tools, toolChoice })
}

function check({
  messages,
  tools = [],
  toolChoice,
}: {
  readonly messages: readonly SamplingMessage[]
  readonly tools: readonly SamplingTool[] | undefined
  readonly toolChoice: SamplingToolChoice | undefined
}): void {
  checkToolPairs(messages)
  if (new Set(tools.map(({ name }) => name)).size < tools.length)
    throw new AppError('INVALID_INPUT', { reason: 'sampling.twoToolsOneName' })
  if (toolChoice === 'required' && tools.length === 0) throw new AppError('INVALID_INPUT', { reason: 'sampling.noToolToUse' })
}

function prioritiesOf(preferences: z.infer<typeof Params>['modelPreferences']): ModelPriorities | undefined {
  const { costPriority: cost, speedPriority: speed, intelligencePriority: intelligence } = preferences ?? {}
  if (cost === undefined && speed === undefined && intelligence === undefined) return undefined
  return { ...(cost !== undefined && { cost }), ...(speed !== undefined && { speed }), ...(intelligence !== undefined && { intelligence }) }
}

function unreadable(error: z.ZodError): AppError {
  const path = error.issues[0]?.path.join('.') ?? ''
  if (path === '') return new AppError('INVALID_INPUT', { reason: 'sampling.unreadable' }, { cause: error })
  return new AppError('INVALID_INPUT', { reason: 'sampling.unreadableAt', params: { path } }, { cause: error })
}
