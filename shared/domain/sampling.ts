import * as z from 'zod'
import { isRecord } from '../lib/json'
import { JsonValue, type JsonObject } from '../lib/jsonSchema'
import type { Message } from '../i18n/message'
import { ModelRef } from './ids'

/** The amount that a server may use in one day of the user's calendar. */
export const SamplingLimits = z.object({
  /** Models that it may use. Absent: all of the user's models. */
  models: z.array(ModelRef).max(200).optional(),
  callsPerDay: z.int().positive().default(20),
  /** Input and output tokens together. */
  tokensPerDay: z.int().positive().default(50_000),
})
export type SamplingLimits = z.infer<typeof SamplingLimits>

/** The amount that a server used today, and its limits. */
export interface SamplingUsageView {
  readonly calls: number
  readonly callsPerDay: number
  readonly tokens: number
  readonly tokensPerDay: number
  /** Set when some token counts are estimates because the model's provider did not report them. */
  readonly estimated?: true
  /** What the policy allows in a day where that is no more than the user does: who set it, and whom to ask. Whole sentences. */
  readonly policyCaps?: readonly Message[]
  /** Why the server may not use any model. */
  readonly off?: Message
}

/** The value of the topic `sampling.usage`: today's use of every server. */
export type SamplingUsageByServer = Readonly<Record<string, SamplingUsageView>>

/** Not z.record: it drops a field that a server calls `__proto__`. */
const Input = z.custom<JsonObject>((value) => isRecord(value))

const TextBlock = z.object({ type: z.literal('text'), text: z.string() })
const ToolUse = z.object({ type: z.literal('tool_use'), id: z.string().min(1).max(200), name: z.string().min(1).max(200), input: Input })
const MediaBlock = z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() })
const ToolResult = z.object({
  type: z.literal('tool_result'),
  toolUseId: z.string().min(1).max(200),
  content: z.array(Input).default([]),
  structuredContent: JsonValue.exactOptional(),
  isError: z.boolean().exactOptional(),
})

/** One block of a message to a model. Spec: schema.ts, SamplingMessageContentBlock. */
export const SamplingBlock = z.discriminatedUnion('type', [TextBlock, MediaBlock, ToolUse, ToolResult])
export type SamplingBlock = z.infer<typeof SamplingBlock>

/** One message of a request. */
export interface SamplingMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly SamplingBlock[]
}

/** A tool that a server provides for one request. Parley never runs it: the call goes back to the server as `tool_use`. */
export interface SamplingTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: JsonObject
}

/** Whether the model may, must, or must not call a tool of the request. Spec: schema.ts, ToolChoice. */
export const SamplingToolChoice = z.enum(['auto', 'required', 'none'])
export type SamplingToolChoice = z.infer<typeof SamplingToolChoice>

/** One block of an answer: text, or a call of one of the request's own tools. */
export const SamplingAnswerBlock = z.discriminatedUnion('type', [TextBlock, ToolUse])
export type SamplingAnswerBlock = z.infer<typeof SamplingAnswerBlock>

/**
 * Everything that Parley sends to a model for a server, as a person may have edited it. It does not carry the data of images and sounds:
 * `@2` stands for the data of the request's second one.
 */
export const SamplingEdit = z.object({
  systemPrompt: z.string().exactOptional(),
  messages: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(SamplingBlock).min(1).max(200) }))
    .min(1)
    .max(200),
  tools: z
    .array(z.object({ name: z.string().min(1).max(200), description: z.string().exactOptional(), inputSchema: Input }))
    .max(128)
    .exactOptional(),
  toolChoice: SamplingToolChoice.exactOptional(),
  temperature: z.number().exactOptional(),
  stopSequences: z.array(z.string()).max(100).exactOptional(),
})
export type SamplingEdit = z.infer<typeof SamplingEdit>

/** How important each aspect is to the server, from 0 to 1. Spec: schema.ts, ModelPreferences. */
export interface ModelPriorities {
  readonly cost?: number
  readonly speed?: number
  readonly intelligence?: number
}

/**
 * Why a model comes first: a name that the server wrote, a similar model of another maker, the server's priorities, or the user's choice.
 */
export interface ModelReason {
  readonly by: 'hint' | 'likeHint' | 'priorities' | 'user'
  readonly hint?: string
  /** A more expensive model that matched the server's wish. Parley does not choose it because of the server's wish alone. */
  readonly heldBack?: ModelRef
}

/** Tokens as the model's provider counted them. A field is absent if the provider does not report it. */
export interface TokenUse {
  readonly input?: number
  readonly output?: number
}
