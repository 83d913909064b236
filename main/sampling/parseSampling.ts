import * as z from 'zod'
import type { SamplingMessage } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { isRecord, JsonValue } from '../../shared/lib/json'

/** What a server asks of a model. */
interface SamplingRequest {
  readonly messages: readonly SamplingMessage[]
  readonly systemPrompt?: string
  readonly maxTokens: number
  readonly temperature?: number
  readonly stopSequences: readonly string[]
  readonly hints: readonly string[]
}

const MESSAGES = 200
/** A server names a few models that it would like, the best first. Each is compared with every model of the user. */
const HINTS = 20
/** Room for a few pictures: a person looks at all of it, and the screen holds it while they do. */
const LENGTH = 4 * 1024 * 1024

const Block = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal('audio'), data: z.string(), mimeType: z.string() }),
])

// One block until 2025-06-18, one or several since 2025-11-25.
const Message = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.union([Block.transform((block) => [block]), z.array(Block).min(1)]),
})

const Params = z.object({
  messages: z.array(Message).min(1).max(MESSAGES),
  systemPrompt: z.string().optional(),
  maxTokens: z.int().positive(),
  temperature: z.number().optional(),
  stopSequences: z.array(z.string()).optional(),
  modelPreferences: z.object({ hints: z.array(z.object({ name: z.string().optional() })).optional() }).optional(),
})

/**
 * Pure: the parameters of `sampling/createMessage`, in the shapes of every version. `includeContext` and `metadata` are ignored, as
 * the protocol lets a host do: a request sees nothing of the conversation.
 * @throws {AppError} INVALID_INPUT for anything else, and for tools, which Parley does not advertise here.
 */
export function parseSampling(params: unknown): SamplingRequest {
  if (isRecord(params) && (params['tools'] !== undefined || params['toolChoice'] !== undefined)) {
    throw new AppError('INVALID_INPUT', 'Parley offers no tools in sampling', { hint: 'Ask again without tools and toolChoice.' })
  }
  if ((JSON.stringify(params) ?? '').length > LENGTH) throw new AppError('INVALID_INPUT', 'The sampling request is over 4 MB')
  const parsed = Params.safeParse(params)
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? ''
    throw new AppError('INVALID_INPUT', `The sampling request cannot be read${where && `, at ${where}`}`, { cause: parsed.error })
  }
  const { messages, systemPrompt, maxTokens, temperature, stopSequences = [], modelPreferences } = parsed.data
  return {
    messages: messages.map(({ role, content }) => ({ role, content: content.map((block) => JsonValue.parse(block)) })),
    ...(systemPrompt !== undefined && { systemPrompt }),
    maxTokens,
    ...(temperature !== undefined && { temperature }),
    stopSequences,
    hints: (modelPreferences?.hints ?? []).flatMap(({ name }) => (name === undefined ? [] : [name])).slice(0, HINTS),
  }
}
