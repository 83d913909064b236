import * as z from 'zod'
import type { ChatEvent, ConversationSnapshot, ConversationSummary } from '../domain/chat'
import type { Frame } from '../domain/frame'
import { CallId, ConversationId, MessageId, ModelRef, ServerId, UndoId } from '../domain/ids'
import type { ToolsForModel } from '../domain/model'
import type { ToolResult } from '../domain/toolResult'
import { JsonObject } from '../lib/json'
import { call, feed, topic } from './define'

const OneConversation = z.object({ conversationId: ConversationId })
const Text = z.string().max(1_000_000)
const ModelChoice = z.union([ModelRef, z.literal('none'), z.literal('default')])

export const chatCalls = {
  'chat.create': call<{ conversationId: ConversationId }>()(z.object({ model: ModelChoice.optional() })),
  'chat.open': call<ConversationSnapshot>()(OneConversation),
  /** Adds the person's message and starts a turn. Refused with CONFLICT while one runs. */
  'chat.send': call<void>()(OneConversation.extend({ text: Text.min(1) })),
  'chat.stop': call<void>()(OneConversation),
  /** Runs the last turn again, after it failed, was stopped or was cut off. */
  'chat.retry': call<void>()(OneConversation),
  /** Replaces the last message of the person and all that came after it, and starts a turn. */
  'chat.editLast': call<void>()(OneConversation.extend({ messageId: MessageId, text: Text.min(1) })),
  'chat.rename': call<void>()(OneConversation.extend({ title: z.string().trim().min(1).max(200) })),
  'chat.remove': call<{ undoId: UndoId }>()(OneConversation),
  'chat.restore': call<void>()(z.object({ undoId: UndoId })),
  'chat.saveDraft': call<void>()(OneConversation.extend({ draft: Text })),
  'chat.setModel': call<void>()(OneConversation.extend({ model: ModelChoice })),
  /** A person runs a tool; the call and its result land in the conversation. */
  'chat.runTool': call<void>()(OneConversation.extend({ serverId: ServerId, tool: z.string(), arguments: JsonObject })),
  /** A person uses a prompt; its text is returned for the composer. */
  'chat.readPrompt': call<{ text: string }>()(
    z.object({ serverId: ServerId, prompt: z.string(), arguments: z.record(z.string(), z.string()) }),
  ),
  'chat.stopCall': call<void>()(z.object({ callId: CallId })),
  'chat.wholeResult': call<ToolResult>()(z.object({ callId: CallId })),
  /** "What was sent": the frames of one call. */
  'chat.frames': call<readonly Frame[]>()(z.object({ callId: CallId })),
  'chat.toolsForModel': call<ToolsForModel>()(z.object({})),
}

export const chatTopics = { 'chat.conversations': topic<readonly ConversationSummary[]>() }

/** Keyed by conversation id. */
export const chatFeeds = { 'chat.events': feed<ChatEvent>() }
