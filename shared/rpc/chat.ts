import * as z from 'zod'
import { MOST_ATTACHMENTS, type ChatEvent, type ConversationSnapshot, type ConversationSummary } from '../domain/chat'
import { AccountId, CallId, ConversationId, MessageId, ModelRef, PreviewId, ServerId, UndoId } from '../domain/ids'
import type { ToolsForModel } from '../domain/modelProvider'
import type { ResultPiece } from '../domain/toolResult'
import { JsonObject } from '../lib/json'
import { call, feed, topic } from './contractKinds'

const OneConversation = z.object({ conversationId: ConversationId })
const OneMessage = OneConversation.extend({ messageId: MessageId })
const Text = z.string().max(1_000_000)
/** A resource of a server, or a skill, given by the address of its SKILL.md. */
const Attachment = z.object({ source: z.enum(['resource', 'skill']), serverId: ServerId, uri: z.string().min(1).max(10_000) })
export type Attachment = z.infer<typeof Attachment>

const ModelChoice = z.union([ModelRef, z.literal('none'), z.literal('default')])

export const chatCalls = {
  /**
   * Creates an empty conversation, by default with the default model.
   * Result: its id.
   * Errors: none of its own.
   */
  'chat.create': call<{ conversationId: ConversationId }>()(z.object({ model: ModelChoice.optional() })),
  /**
   * Reads a conversation with its messages and calls. Results of calls may be cut: `chat.wholeResult` returns a full result.
   * Result: the conversation, and the number of the last event that it contains. Follow `chat.events` from there.
   * Errors: NOT_FOUND.
   */
  'chat.open': call<ConversationSnapshot>()(OneConversation),
  /**
   * Adds the person's message and starts a turn. The host reads the attachments. If it cannot read one of them, it does not send the
   * message. The text has at most 1,000,000 characters.
   * Result: nothing, as soon as the turn has started. `chat.events` reports the rest.
   * Errors: NOT_FOUND, CONFLICT (a turn runs), MODEL_MISSING, INVALID_INPUT (nothing to send), and those of reading an attachment
   * (`resources.read`, `skills.read`).
   */
  'chat.send': call<void>()(OneConversation.extend({ text: Text, attachments: z.array(Attachment).max(MOST_ATTACHMENTS).optional() })),
  /**
   * Adds the messages of a prompt preview, then the person's own text. Starts a turn, unless the last message is already the model's.
   * Result: nothing, as soon as the turn has started.
   * Errors: NOT_FOUND (no conversation, or the preview is no longer kept), CONFLICT (a turn runs), MODEL_MISSING.
   */
  'chat.sendPrompt': call<void>()(OneConversation.extend({ previewId: PreviewId, text: Text.optional() })),
  /**
   * Stops the running turn or call of a conversation. The output so far stays.
   * Result: nothing, as soon as it has stopped. Succeeds also if nothing runs.
   * Errors: none of its own.
   */
  'chat.stop': call<void>()(OneConversation),
  /**
   * Goes on with the last turn where it failed, was stopped or was cut off. What came stays, and no call runs twice.
   * The model that began the answer goes on with it while it is there; otherwise, and where nothing came, the conversation's model does.
   * Result: nothing, as soon as the turn has started.
   * Errors: NOT_FOUND, CONFLICT (a turn runs, there is nothing to try again, or the turn ended well), MODEL_MISSING.
   */
  'chat.retry': call<void>()(OneConversation),
  /**
   * Adds a version of a message with another text and brings it to the front; the old one stays. After a person's message a turn starts, and
   * its attachments stay. In an answer its last text changes, and nothing runs. A turn that runs is stopped.
   * Result: nothing, as soon as it is done.
   * Errors: NOT_FOUND (also a message that is not in front), INVALID_INPUT (nothing to send), MODEL_MISSING.
   */
  'chat.edit': call<void>()(OneMessage.extend({ text: Text })),
  /**
   * Asks for another version of an answer, in a new turn: calls are asked for anew. A turn that runs is stopped. `model` counts for this
   * answer alone; without it, the conversation's model answers.
   * Result: nothing, as soon as the turn has started.
   * Errors: NOT_FOUND (also a message that is not in front), CONFLICT (no answer of a model), MODEL_MISSING.
   */
  'chat.regenerate': call<void>()(OneMessage.extend({ model: ModelRef.optional() })),
  /**
   * Brings a version of a message to the front, and after it the newest versions of what follows.
   * Result: nothing. `chat.events` reports the messages.
   * Errors: NOT_FOUND, CONFLICT (a turn runs).
   */
  'chat.showVersion': call<void>()(OneMessage),
  /**
   * Begins a new conversation as a copy of this one, up to and including a message. Copied calls do not run again.
   * Result: the id of the new conversation, when it is whole.
   * Errors: NOT_FOUND (also a message that is not in front), CONFLICT (the message is still being written).
   */
  'chat.branch': call<{ conversationId: ConversationId }>()(OneMessage),
  /**
   * Gives a conversation a title of 1 to 200 characters.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'chat.rename': call<void>()(OneConversation.extend({ title: z.string().trim().min(1).max(200) })),
  /**
   * Stops everything in a conversation and removes it.
   * Result: an id for `chat.restore`, valid until Parley quits.
   * Errors: NOT_FOUND.
   */
  'chat.remove': call<{ undoId: UndoId }>()(OneConversation),
  /**
   * Restores a conversation that was removed since Parley started.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'chat.restore': call<void>()(z.object({ undoId: UndoId })),
  /**
   * Saves the unsent input, at most 1,000,000 characters. Succeeds also if the conversation no longer exists.
   * Result: nothing.
   * Errors: none of its own.
   */
  'chat.saveDraft': call<void>()(OneConversation.extend({ draft: Text })),
  /**
   * Chooses the model of a conversation from its next turn on: a model, 'default', or 'none'.
   * Result: nothing. Parley checks that the model exists only when a turn starts.
   * Errors: NOT_FOUND.
   */
  'chat.setModel': call<void>()(OneConversation.extend({ model: ModelChoice })),
  /**
   * Runs a tool for a person, with the conversation's account. Rules do not apply, but a policy can still forbid the call. The conversation
   * gets the call and its result.
   * Result: nothing, as soon as the call has started. `chat.events` reports the rest.
   * Errors: NOT_FOUND, CONFLICT (a turn runs), UNKNOWN_TOOL, SERVER_NOT_READY.
   */
  'chat.runTool': call<void>()(OneConversation.extend({ serverId: ServerId, tool: z.string(), arguments: JsonObject })),
  /**
   * Stops one call. Its turn continues without it. A call that has ended does not change.
   * Result: nothing.
   * Errors: none of its own.
   */
  'chat.stopCall': call<void>()(z.object({ callId: CallId })),
  /**
   * Returns the full result of a call, including the part that the screen does not show at first. It may have many megabytes, so it comes in
   * pieces, one for each call. `piece` counts from 0.
   * Result: a piece of the result's JSON, of about 64 KB, and how many pieces there are. What an older Parley saved is one piece.
   * Errors: NOT_FOUND (no such call or piece, or no result yet).
   */
  'chat.wholeResult': call<ResultPiece>()(z.object({ callId: CallId, piece: z.int().min(0) })),
  /**
   * Lists the tools in the next request to a model: for this conversation with its accounts, or with the default accounts.
   * Result: tool names by server, and how many tools exceed `limits.toolsToModel`.
   * Errors: NOT_FOUND.
   */
  'chat.toolsForModel': call<ToolsForModel>()(z.object({ conversationId: ConversationId.optional() })),
  /**
   * Chooses the account that a conversation uses at a server, from its next turn on. Null chooses the default account.
   * Result: nothing.
   * Errors: NOT_FOUND (no such conversation, server or account).
   */
  'chat.chooseAccount': call<void>()(z.object({ conversationId: ConversationId, serverId: ServerId, accountId: AccountId.nullable() })),
}

export const chatTopics = {
  /** All conversations with title, time and state, without messages and without removed conversations. */
  'chat.conversations': topic<readonly ConversationSummary[]>(),
}

export const chatFeeds = {
  /**
   * The events of one conversation, in order. The key is the conversation id. The host keeps the last 1,000 events of a key. A page that
   * missed more opens the conversation again.
   */
  'chat.events': feed<ChatEvent>(),
}
