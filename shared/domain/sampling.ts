import * as z from 'zod'
import { isRecord, JsonValue, type JsonObject } from '../lib/json'
import type { Message } from '../messages/message'
import { ModelRef } from './ids'

/** What a server may spend in one day of the user's calendar. */
export const SamplingLimits = z.object({
  /** Models that it may use; all of the user's where it is left out. */
  models: z.array(ModelRef).max(200).optional(),
  callsPerDay: z.int().positive().default(20),
  /** Tokens in and out together. */
  tokensPerDay: z.int().positive().default(50_000),
})
export type SamplingLimits = z.infer<typeof SamplingLimits>

/** What a server has spent today, and what it may. */
export interface SamplingUsageView {
  readonly calls: number
  readonly callsPerDay: number
  readonly tokens: number
  readonly tokensPerDay: number
  /** Some of the tokens were estimated, since the model's provider did not say how many they were. */
  readonly estimated?: true
  /** Why it may use no model at all. */
  readonly off?: Message
}

/** The value of the topic `sampling.usage`: every server, with today's spend. */
export type SamplingUsageByServer = Readonly<Record<string, SamplingUsageView>>

/** Not z.record, which drops a field that a server calls `__proto__`. */
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

/** A tool that a server brings along for one request. Parley never runs it: it goes back to the server as `tool_use`. */
export interface SamplingTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: JsonObject
}

/** Whether the model may, has to, or must not call one of the request's tools. Spec: schema.ts, ToolChoice. */
export const SamplingToolChoice = z.enum(['auto', 'required', 'none'])
export type SamplingToolChoice = z.infer<typeof SamplingToolChoice>

/** One block of an answer: words, or a call of one of the request's own tools. */
export const SamplingAnswerBlock = z.discriminatedUnion('type', [TextBlock, ToolUse])
export type SamplingAnswerBlock = z.infer<typeof SamplingAnswerBlock>

/**
 * All that a model is sent for a server, as a person may have edited it. The data of an image or a sound does not travel: `@2` stands for
 * that of the request's second one.
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

/** How much the server cares, each from 0 to 1. Spec: schema.ts, ModelPreferences. */
export interface ModelPriorities {
  readonly cost?: number
  readonly speed?: number
  readonly intelligence?: number
}

/** What put a model in the first place: a name that the server wrote, another maker's like it, its priorities, or the user's own choice. */
export interface ModelReason {
  readonly by: 'hint' | 'likeHint' | 'priorities' | 'user'
  readonly hint?: string
  /** A dearer model that the server's wish meant. It is not chosen on a server's word. */
  readonly heldBack?: ModelRef
}

/** Tokens as the model's provider counted them; absent where it does not say. */
export interface TokenUse {
  readonly input?: number
  readonly output?: number
}
