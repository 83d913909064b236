import * as z from 'zod'
import { MOST_ATTACHMENTS, type ChatEvent, type ConversationSnapshot, type ConversationSummary } from '../domain/chat'
import { CallId, ConversationId, MessageId, ModelRef, PreviewId, ServerId, UndoId } from '../domain/ids'
import type { ToolsForModel } from '../domain/model'
import type { ToolResult } from '../domain/toolResult'
import { JsonObject } from '../lib/json'
import { call, feed, topic } from './define'

const OneConversation = z.object({ conversationId: ConversationId })
const Text = z.string().max(1_000_000)
/** A resource of a server, or a skill by the address of its SKILL.md. */
const Attachment = z.object({ source: z.enum(['resource', 'skill']), serverId: ServerId, uri: z.string().min(1).max(10_000) })
export type Attachment = z.infer<typeof Attachment>

const ModelChoice = z.union([ModelRef, z.literal('none'), z.literal('default')])

export const chatCalls = {
  'chat.create': call<{ conversationId: ConversationId }>()(z.object({ model: ModelChoice.optional() })),
  'chat.open': call<ConversationSnapshot>()(OneConversation),
  /**
   * Adds the person's message and starts a turn. Refused with CONFLICT while one runs. What is attached is read by the host, and the
   * message is not sent when one of it cannot be read.
   */
  'chat.send': call<void>()(OneConversation.extend({ text: Text, attachments: z.array(Attachment).max(MOST_ATTACHMENTS).optional() })),
  /** Adds the messages of a prompt as they were shown, with the person's own words behind them, and starts a turn. */
  'chat.sendPrompt': call<void>()(OneConversation.extend({ previewId: PreviewId, text: Text.optional() })),
  'chat.stop': call<void>()(OneConversation),
  /** Runs the last turn again, after it failed, was stopped or was cut off. */
  'chat.retry': call<void>()(OneConversation),
  /** Replaces the words of the person's last message and all that came after it, and starts a turn. What they attached stays. */
  'chat.editLast': call<void>()(OneConversation.extend({ messageId: MessageId, text: Text })),
  'chat.rename': call<void>()(OneConversation.extend({ title: z.string().trim().min(1).max(200) })),
  'chat.remove': call<{ undoId: UndoId }>()(OneConversation),
  'chat.restore': call<void>()(z.object({ undoId: UndoId })),
  'chat.saveDraft': call<void>()(OneConversation.extend({ draft: Text })),
  'chat.setModel': call<void>()(OneConversation.extend({ model: ModelChoice })),
  /** A person runs a tool; the call and its result land in the conversation. */
  'chat.runTool': call<void>()(OneConversation.extend({ serverId: ServerId, tool: z.string(), arguments: JsonObject })),
  'chat.stopCall': call<void>()(z.object({ callId: CallId })),
  'chat.wholeResult': call<ToolResult>()(z.object({ callId: CallId })),
  /** What the next request to a model carries: in this conversation, with the accounts that it uses, or with the default ones. */
  'chat.toolsForModel': call<ToolsForModel>()(z.object({ conversationId: ConversationId.optional() })),
}

export const chatTopics = { 'chat.conversations': topic<readonly ConversationSummary[]>() }

/** Keyed by conversation id. */
export const chatFeeds = { 'chat.events': feed<ChatEvent>() }
