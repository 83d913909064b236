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
  /**
   * Makes an empty conversation, with the default model where none is chosen.
   * Result: its id.
   * Errors: none of its own.
   */
  'chat.create': call<{ conversationId: ConversationId }>()(z.object({ model: ModelChoice.optional() })),
  /**
   * Reads a conversation with its messages and calls. Results of calls may be cut; `chat.wholeResult` has all of one.
   * Result: the conversation, and the number of the last event that is in it; follow `chat.events` from there.
   * Errors: NOT_FOUND.
   */
  'chat.open': call<ConversationSnapshot>()(OneConversation),
  /**
   * Adds the person's message and starts a turn. The host reads what is attached; the message is not sent when one of it cannot be read. Text of
   * at most 1,000,000 characters.
   * Result: nothing, once the turn has started; `chat.events` tells the rest.
   * Errors: NOT_FOUND, CONFLICT (a turn runs), MODEL_MISSING, INVALID_INPUT (nothing to send), and those of reading an attachment
   * (`resources.read`, `skills.read`).
   */
  'chat.send': call<void>()(OneConversation.extend({ text: Text, attachments: z.array(Attachment).max(MOST_ATTACHMENTS).optional() })),
  /**
   * Adds the messages of a prompt as they were shown, with the person's own words behind them, and starts a turn unless the model has the last
   * word already.
   * Result: nothing, once the turn has started.
   * Errors: NOT_FOUND (no conversation, or the preview is no longer kept), CONFLICT (a turn runs), MODEL_MISSING.
   */
  'chat.sendPrompt': call<void>()(OneConversation.extend({ previewId: PreviewId, text: Text.optional() })),
  /**
   * Stops what runs in a conversation; what came so far stays.
   * Result: nothing, once it has stopped, also where nothing ran.
   * Errors: none of its own.
   */
  'chat.stop': call<void>()(OneConversation),
  /**
   * Runs the last turn again, after it failed, was stopped or was cut off. Calls that came to an end are not made twice.
   * Result: nothing, once the turn has started.
   * Errors: NOT_FOUND, CONFLICT (a turn runs, there is nothing to try again, or it ended well), MODEL_MISSING.
   */
  'chat.retry': call<void>()(OneConversation),
  /**
   * Replaces the words of the person's last message and all that came after it, and starts a turn. What they attached stays.
   * Result: nothing, once the turn has started.
   * Errors: NOT_FOUND, CONFLICT (a turn runs, or it is not the last message), INVALID_INPUT (nothing to send), MODEL_MISSING.
   */
  'chat.editLast': call<void>()(OneConversation.extend({ messageId: MessageId, text: Text })),
  /**
   * Gives a conversation a title of 1 to 200 characters.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'chat.rename': call<void>()(OneConversation.extend({ title: z.string().trim().min(1).max(200) })),
  /**
   * Takes a conversation away, after what runs in it has stopped.
   * Result: an id for `chat.restore`, good until Parley quits.
   * Errors: NOT_FOUND.
   */
  'chat.remove': call<{ undoId: UndoId }>()(OneConversation),
  /**
   * Brings back a conversation that was removed since Parley started.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'chat.restore': call<void>()(z.object({ undoId: UndoId })),
  /**
   * Keeps what is typed and not sent, at most 1,000,000 characters. A conversation that is gone is no error.
   * Result: nothing.
   * Errors: none of its own.
   */
  'chat.saveDraft': call<void>()(OneConversation.extend({ draft: Text })),
  /**
   * Chooses the model of a conversation from its next turn on: a model, 'default', or 'none'.
   * Result: nothing. Whether the model is there is looked at when a turn starts.
   * Errors: NOT_FOUND.
   */
  'chat.setModel': call<void>()(OneConversation.extend({ model: ModelChoice })),
  /**
   * A person runs a tool, with the conversation's account; no rule is asked, a policy can still forbid it. The call and its result land in the
   * conversation.
   * Result: nothing, once it has started; `chat.events` tells the rest.
   * Errors: NOT_FOUND, CONFLICT (a turn runs), UNKNOWN_TOOL, SERVER_NOT_READY.
   */
  'chat.runTool': call<void>()(OneConversation.extend({ serverId: ServerId, tool: z.string(), arguments: JsonObject })),
  /**
   * Stops one call; its turn goes on without it. A call that has ended stays as it is.
   * Result: nothing.
   * Errors: none of its own.
   */
  'chat.stopCall': call<void>()(z.object({ callId: CallId })),
  /**
   * All that a call brought back, also beyond what the screen was first shown.
   * Result: the tool's result; `bytes` counts it as JSON.
   * Errors: NOT_FOUND (no such call, or no result yet).
   */
  'chat.wholeResult': call<ToolResult>()(z.object({ callId: CallId })),
  /**
   * Which tools the next request to a model carries: in this conversation, with the accounts that it uses, or with the default ones.
   * Result: tool names by server, and how many were left out beyond `limits.toolsToModel`.
   * Errors: NOT_FOUND.
   */
  'chat.toolsForModel': call<ToolsForModel>()(z.object({ conversationId: ConversationId.optional() })),
}

export const chatTopics = {
  /** All conversations with title, time and state, without messages. Removed ones are not in it. */
  'chat.conversations': topic<readonly ConversationSummary[]>(),
}

export const chatFeeds = {
  /**
   * What happens in one conversation, in order, keyed by conversation id. The host keeps the last 1,000 events of a key; who missed more opens
   * the conversation again.
   */
  'chat.events': feed<ChatEvent>(),
}
