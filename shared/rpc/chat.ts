import * as z from 'zod'
import {
  MOST_ATTACHMENTS,
  type ChatEvent,
  type ChatMessage,
  type ConversationSnapshot,
  type ConversationSummary,
  type ScheduledRetry,
} from '../domain/chat'
import { MOST_SUMMARY_CHARACTERS, type SummaryInProgress } from '../domain/historySummary'
import type { ContextBudget } from '../domain/usage/context'
import { MOST_FILES } from '../files/attachedFile'
import {
  AccountId,
  CallId,
  ConversationId,
  FileHash,
  MessageId,
  ModelRef,
  PreviewId,
  ProjectId,
  QueuedId,
  ServerId,
  UndoId,
} from '../domain/ids'
import type { ToolsForModel } from '../domain/models/modelProvider'
import type { ResultPiece } from '../domain/toolResult'
import { JsonObject } from '../lib/jsonSchema'
import { call, feed, topic } from './contractKinds'
import { FileReferences } from './files'
import { ChatSettingsChange } from './projects'
import { SeveralConversations } from './conversations'

const OneConversation = z.object({ conversationId: ConversationId })
const OneMessage = OneConversation.extend({ messageId: MessageId })
const OneQueued = OneConversation.extend({ queuedId: QueuedId })
const Text = z.string().max(1_000_000)
/** A resource of a server, or a skill, given by the address of its SKILL.md. */
const Attachment = z.object({ source: z.enum(['resource', 'skill']), serverId: ServerId, uri: z.string().min(1).max(10_000) })
export type Attachment = z.infer<typeof Attachment>

/** What an open app gives the model with a message (`ui/update-model-context`), as the person saw it. `tool` is the tool that showed it. */
const AppContext = z.object({ serverId: ServerId, tool: z.string().min(1).max(1_000), text: z.string().min(1).max(100_000) })
export type AppContext = z.infer<typeof AppContext>
/** Each open app gives one. */
const AppContexts = z.array(AppContext).max(24)

const ModelChoice = z.union([ModelRef, z.literal('none'), z.literal('default')])

export const chatCalls = {
  /**
   * Creates an empty conversation, by default with the default model. In a project, its unsent message has the files of the project. A
   * temporary one is in memory alone, in no list and no project, and gone when Parley ends: nothing of it is written, unless `chat.keep` does.
   * With `settingsOf`, it says itself what that conversation does: instructions, parameters, switches and folders.
   * Result: its id.
   * Errors: POLICY (temporary chats are forbidden), NOT_FOUND (the project, or that conversation), CONFLICT (a temporary one in a project).
   */
  'chat.create': call<{ conversationId: ConversationId }>()(
    z.object({
      model: ModelChoice.optional(),
      temporary: z.boolean().optional(),
      projectId: ProjectId.optional(),
      settingsOf: ConversationId.optional(),
    }),
  ),
  /**
   * Writes a temporary conversation to disk, whole. From then on it is like every other one.
   * Result: nothing, when it is written.
   * Errors: NOT_FOUND (no temporary conversation), CONFLICT (a turn runs).
   */
  'chat.keep': call<void>()(OneConversation),
  /**
   * Stops what runs in a temporary conversation and forgets it. That cannot be undone.
   * Result: nothing, when it is gone.
   * Errors: NOT_FOUND (no temporary conversation).
   */
  'chat.closeTemporary': call<void>()(OneConversation),
  /**
   * Reads a conversation with its last 120 messages and their calls. Results of calls may be cut: `chat.wholeResult` returns a full result.
   * Result: the conversation, and the number of the last event that it contains. Follow `chat.events` from there.
   * Errors: NOT_FOUND.
   */
  'chat.open': call<ConversationSnapshot>()(OneConversation),
  /**
   * Reads the messages that lead to one message of a conversation.
   * Result: at most 1,000 of them, in order, the nearest last. Empty where none comes before it.
   * Errors: none of its own.
   */
  'chat.earlier': call<readonly ChatMessage[]>()(OneConversation.extend({ before: MessageId })),
  /**
   * Adds the person's message and starts a turn. The host reads the attachments. If it cannot read one of them, it does not send the
   * message. The text has at most 1,000,000 characters. The text and the files go out of the unsent message; what else is in it stays.
   * Result: nothing, as soon as the turn has started. `chat.events` reports the rest.
   * Errors: NOT_FOUND (also a file that was deleted), CONFLICT (a turn runs), MODEL_MISSING, INVALID_INPUT (nothing to send), and those of reading an attachment
   * (`resources.read`, `skills.read`).
   */
  'chat.send': call<void>()(
    OneConversation.extend({
      text: Text,
      attachments: z.array(Attachment).max(MOST_ATTACHMENTS).optional(),
      files: FileReferences.optional(),
      apps: AppContexts.optional(),
    }),
  ),
  /**
   * Puts the person's message into the conversation's queue while a turn runs. It goes out when the turn has ended well, after what waits
   * already; after a turn that failed or was stopped, the queue waits for `chat.sendQueued`. With `steers`, the model gets it in the turn that
   * runs, before its next request; if there is none, it is the next message. The host reads the attachments as in `chat.send`. At most
   * 20 messages and 5 MB wait; files do not count. If the turn has ended well meanwhile and nothing waits, this is `chat.send`.
   * Result: nothing, as soon as the message is kept. `chat.events` reports the rest.
   * Errors: NOT_FOUND (also a file that was deleted), CONFLICT (the queue is full), INVALID_INPUT (nothing to send), those of reading an attachment, MODEL_MISSING.
   */
  'chat.queue': call<void>()(
    OneConversation.extend({
      text: Text,
      attachments: z.array(Attachment).max(MOST_ATTACHMENTS).optional(),
      files: FileReferences.optional(),
      apps: AppContexts.optional(),
      steers: z.boolean().optional(),
    }),
  ),
  /**
   * Makes a queued message steer the turn that runs, as in `chat.queue`. If nothing runs, it is the next one to go out.
   * Result: nothing.
   * Errors: NOT_FOUND (no such conversation or queued message).
   */
  'chat.steer': call<void>()(OneQueued),
  /**
   * Takes a queued message back to change it: it leaves the queue, and its text and files are added to the unsent input.
   * Result: nothing, as soon as the input has them.
   * Errors: NOT_FOUND (no such conversation or queued message), INVALID_INPUT (the unsent input would have too many files).
   */
  'chat.editQueued': call<void>()(OneQueued),
  /**
   * Removes a queued message.
   * Result: nothing.
   * Errors: NOT_FOUND (no such conversation or queued message).
   */
  'chat.removeQueued': call<void>()(OneQueued),
  /**
   * Sends the first queued message. The others follow as in `chat.queue`.
   * Result: nothing, as soon as its turn has started. Succeeds also if nothing waits.
   * Errors: NOT_FOUND, CONFLICT (a turn runs), MODEL_MISSING.
   */
  'chat.sendQueued': call<void>()(OneConversation),
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
   * Goes on with the last turn where it failed, was stopped or was cut off, or where its answer ended too early or empty. What came stays,
   * and no call runs twice.
   * The model that began the answer goes on with it while it is there; otherwise, and where nothing came, the conversation's model does.
   * Result: nothing, as soon as the turn has started.
   * Errors: NOT_FOUND, CONFLICT (a turn runs, there is nothing to try again, or the turn ended well), MODEL_MISSING.
   */
  'chat.retry': call<void>()(OneConversation),
  /**
   * Parley no longer tries the last turn again by itself (`chat.retries`). Succeeds also if it was not going to.
   * Result: nothing.
   * Errors: none of its own.
   */
  'chat.stopTrying': call<void>()(OneConversation),
  /**
   * Adds a version of a message with another text and brings it to the front; the old one stays. After a person's message a turn starts, and
   * its attachments stay. In an answer its last text changes, and nothing runs. A turn that runs is stopped.
   * Result: nothing, as soon as it is done.
   * Errors: NOT_FOUND (also a message that is not in front), INVALID_INPUT (nothing to send), MODEL_MISSING.
   */
  'chat.edit': call<void>()(OneMessage.extend({ text: Text })),
  /**
   * Has a model write a summary that stands for the older part of a conversation in requests. The messages stay. Sending goes on meanwhile.
   * `model` decides how much is kept, and writes it; without it, the conversation's model.
   * Result: nothing, as soon as the summary is used.
   * Errors: NOT_FOUND, CONFLICT (one is being written, too little to summarise, it came out no smaller), MODEL_…, CANCELLED.
   */
  'chat.summarize': call<void>()(OneConversation.extend({ model: ModelRef.optional() })),
  /**
   * Stops the summary that is being written.
   * Result: nothing, as soon as it has stopped. Succeeds also if none is being written.
   * Errors: none of its own.
   */
  'chat.stopSummary': call<void>()(OneConversation),
  /**
   * Changes the text of a summary, or with `off` whether the messages themselves are used. What is missing does not change. With a text comes
   * `since`: when the summary that was edited had been changed last.
   * Result: nothing.
   * Errors: NOT_FOUND, CONFLICT (it was changed since).
   */
  'chat.changeSummary': call<void>()(
    OneConversation.extend({
      through: MessageId,
      text: z.string().trim().min(1).max(MOST_SUMMARY_CHARACTERS).optional(),
      since: z.number().optional(),
      off: z.boolean().optional(),
    }),
  ),
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
   * Stops everything in conversations and removes them. Those that are gone are left out.
   * Result: an id for `chat.restore`, valid until Parley quits.
   * Errors: NOT_FOUND (none of them is there).
   */
  'chat.remove': call<{ undoId: UndoId }>()(SeveralConversations),
  /**
   * Restores conversations that were removed together since Parley started.
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
   * Chooses the model of a conversation from its next turn on: a model, 'default' (that of its project, else the default one), or 'none'.
   * Result: nothing. Parley checks that the model exists only when a turn starts.
   * Errors: NOT_FOUND.
   */
  'chat.setModel': call<void>()(OneConversation.extend({ model: ModelChoice })),
  /**
   * Returns the models that were chosen for the latest conversations.
   * Result: at most five, the latest first. One may have gone since.
   * Errors: none of its own.
   */
  'chat.recentModels': call<readonly ModelRef[]>()(z.object({})),
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
   * Lists the tools in the next request to this model, or those among which it searches: with the accounts and switches of this conversation,
   * or of a new one in this project or in none. Without a model, that of the conversation or project is meant, else the default one.
   * Result: tool names by server, and how many tools are too many for the model.
   * Errors: NOT_FOUND.
   */
  'chat.toolsForModel': call<ToolsForModel>()(
    z.object({ conversationId: ConversationId.optional(), projectId: ProjectId.optional(), model: ModelChoice.optional() }),
  ),
  /**
   * Estimates what fills the next request to a model: of this conversation, or of a new one in this project or in none, with files of the message
   * that is being written.
   * Cheap to ask often: each message is estimated once.
   * Result: tokens by source, corrected by what the provider counted of the last request to this model, and what the conversation has used.
   * Errors: NOT_FOUND.
   */
  'chat.context': call<ContextBudget>()(
    z.object({
      conversationId: ConversationId.optional(),
      projectId: ProjectId.optional(),
      model: ModelRef.optional(),
      files: z.array(FileHash).max(MOST_FILES).optional(),
    }),
  ),
  /**
   * Changes what a conversation says itself, from its next message on. Each added folder must exist; links are resolved to the real path.
   * Result: nothing. `chat.events` reports the settings.
   * Errors: NOT_FOUND (the conversation, or a folder), INVALID_INPUT (no folder of this computer, too many of them, or too many switches),
   * DENIED (Parley may not read a folder).
   */
  'chat.changeSettings': call<void>()(OneConversation.extend({ change: ChatSettingsChange })),
  /**
   * Takes away all that a conversation says itself: its settings, model and accounts. It inherits everything from its next message on.
   * Result: an id for `chat.restoreSettings`, valid until Parley quits.
   * Errors: NOT_FOUND.
   */
  'chat.inheritSettings': call<{ undoId: UndoId }>()(OneConversation),
  /**
   * Brings back what `chat.inheritSettings` took away, whole, also where a folder is gone meanwhile.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'chat.restoreSettings': call<void>()(OneConversation.extend({ undoId: UndoId })),
  /**
   * Chooses the account that a conversation uses at a server, from its next turn on. Null chooses that of its project, else the default account.
   * Result: nothing.
   * Errors: NOT_FOUND (no such conversation, server or account).
   */
  'chat.chooseAccount': call<void>()(z.object({ conversationId: ConversationId, serverId: ServerId, accountId: AccountId.nullable() })),
}

export const chatTopics = {
  /** All conversations with title, time and state, without messages and without removed conversations. */
  'chat.conversations': topic<readonly ConversationSummary[]>(),
  /** The temporary conversations, of which nothing is written. They are in no other list. */
  'chat.temporary': topic<readonly ConversationSummary[]>(),
  /** The summaries that are being written. */
  'chat.summaries': topic<readonly SummaryInProgress[]>(),
  /** The answers that failed because their provider is busy, and when Parley tries each again by itself. */
  'chat.retries': topic<readonly ScheduledRetry[]>(),
}

export const chatFeeds = {
  /**
   * The events of one conversation, in order. The key is the conversation id. The host keeps the last 1,000 events of a key. A page that
   * missed more opens the conversation again.
   */
  'chat.events': feed<ChatEvent>(),
}
