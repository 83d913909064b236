import type { AppErrorData } from '../errors/appError'
import type { JsonObject } from '../lib/json'
import type { Message } from '../i18n/message'
import type {
  CallId,
  ConversationFolderId,
  ConversationId,
  MessageId,
  ModelRef,
  PartId,
  ProjectId,
  AccountId,
  QueuedId,
  RuleId,
  ServerId,
} from './ids'
import type { ToolInterface } from './catalog'
import type { ChatSettings } from './projects/project'
import type { RuleExplanation, RuleVerdict } from './rule'
import type { HistorySummary } from './historySummary'
import type { QueuedMessage } from './queue/queuedMessage'
import type { ImportOrigin } from './transfer/conversationImport'
import type { AttachedFile } from '../files/attachedFile'
import type { CallTask } from './task'
import type { ContentBlock, ToolResult } from './toolResult'

/** The largest number of attachments on one message. */
export const MOST_ATTACHMENTS = 20

/** The largest number of conversations that one call changes. */
export const MOST_CONVERSATIONS_AT_ONCE = 10_000

/** The model of a conversation: one of the user's models, no model ("No model"), or that of its project, else the current default. */
export type ModelChoice = ModelRef | 'none' | 'default'

/** The accounts that a conversation or a project uses, for servers where it does not use the one that it inherits. */
export type ChosenAccounts = Readonly<Record<ServerId, AccountId>>

export const turnStates = ['running', 'waiting', 'done', 'stopped', 'cutOff', 'failed'] as const
export type TurnState = (typeof turnStates)[number]

/** One line in the list of conversations. */
export interface ConversationSummary {
  readonly id: ConversationId
  readonly title: string
  readonly created: number
  readonly updated: number
  readonly chosenAccounts: ChosenAccounts
  /** The state of the latest turn. Absent in an empty conversation. */
  readonly turn?: TurnState
  /** Set when the latest turn failed because the provider refused its key, or there is none. */
  readonly needsKey?: true
  /** It stands above all others. */
  readonly pinned?: true
  /** It is put away: it stands in the archive, and is found by the search. */
  readonly archived?: true
  /** A turn ended in it that nobody has seen, or a person marked it so. */
  readonly unread?: true
  /** The folder that it is in. */
  readonly folder?: ConversationFolderId
  /** The project that it belongs to. */
  readonly project?: ProjectId
}

/** A folder of the list of conversations. */
export interface ConversationFolder {
  readonly id: ConversationFolderId
  readonly name: string
  /** Only its name is shown. */
  readonly collapsed?: true
}

export type CallState = 'queued' | 'waitingApproval' | 'running' | 'waitingAnswer' | 'done' | 'failed' | 'denied' | 'stopped' | 'cutOff'

/** Why a call was, or was not, allowed to run. */
export interface Why {
  readonly by: 'person' | 'rule' | 'policy' | 'startedByPerson' | 'ownTool' | 'pending'
  /** The reason, as a sentence without its full stop. `approvals.sentence` adds the full stop. */
  readonly reason: Message
  /** Whom to ask about it, as a sentence. Set where a policy forbids the call. */
  readonly ask?: Message
  /** Absent while the decision is open. */
  readonly verdict?: Exclude<RuleVerdict, 'ask'>
  /** The user's rule that decided. Set when `by` is `rule`. */
  readonly ruleId?: RuleId
  /** How each rule about such calls applied to this call. Absent without such rules. */
  readonly stands?: readonly RuleExplanation[]
}

export interface CallProgress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** The interface of a call, and how high it last was in the conversation, in CSS pixels. Undefined until it was shown. */
export interface CallInterface extends ToolInterface {
  readonly height?: number
}

/** One tool call: a call of a turn, or a call that a person made. */
export interface Call {
  readonly id: CallId
  readonly serverId: ServerId
  /** The tool's name in the protocol. */
  readonly tool: string
  readonly title?: string
  readonly definitionHash: string
  readonly startedBy: 'model' | 'person'
  /** The interface that its tool had when it was made. */
  readonly ui?: CallInterface
  /** The arguments that the model asked for, or of a person's own call. Empty when the model's arguments could not be read. */
  readonly asked: JsonObject
  /** The model's arguments as raw text. Set when they could not be read as a JSON object. */
  readonly askedText?: string
  /** The arguments that ran, if a person changed them. */
  readonly approved?: JsonObject
  readonly why: Why
  readonly state: CallState
  readonly startedAt: number
  readonly endedAt?: number
  readonly progress?: CallProgress
  /** True while the model still writes the arguments. The call is on the screen alone until they are whole. */
  readonly writing?: true
  /** True while a running call waits for a place at its server, because earlier calls take all. Nothing of it was sent. Not kept on disk. */
  readonly queuedAtServer?: boolean
  /** Set when the server runs the call as a task. */
  readonly task?: CallTask
  readonly result?: ToolResult
  readonly error?: AppErrorData
}

/** One piece of a message. The provider wants `forModel` (a signature) back in the next request. Parley does not read it. */
export type Part =
  | { readonly id: PartId; readonly kind: 'text'; readonly text: string; readonly forModel?: JsonObject }
  | {
      readonly id: PartId
      readonly kind: 'reasoning'
      readonly text: string
      readonly startedAt?: number
      /** When the model went on to something else. Absent while it thinks, and where an earlier Parley did not write it down. */
      readonly endedAt?: number
      readonly forModel?: JsonObject
    }
  /**
   * `modelCallId` is the id that the model gave its call. The answer to the model must carry it.
   * `step` counts the requests to the model in one turn. The model asked for all calls of one step together.
   */
  | {
      readonly id: PartId
      readonly kind: 'call'
      readonly modelCallId: string
      readonly modelToolName: string
      readonly step?: number
      readonly call: Call
      readonly forModel?: JsonObject
    }
  /** Text from a server that a person put into the conversation: a resource, a skill, a message of a prompt, or what an open app gave. */
  | {
      readonly id: PartId
      readonly kind: 'attachment'
      readonly source: 'resource' | 'skill' | 'prompt' | 'app'
      readonly serverId: ServerId
      /** The address of the resource or of SKILL.md. Absent for a prompt and an app. */
      readonly uri?: string
      /** Of an app: the tool that showed it. */
      readonly name: string
      readonly content: readonly ContentBlock[]
      /** The size of everything that was read. */
      readonly bytes: number
      /** Set when only the beginning is kept. */
      readonly cut?: true
    }
  /** What the person said while the answer was written. The model got it between two requests of the turn. */
  | {
      readonly id: PartId
      readonly kind: 'steering'
      readonly text: string
      readonly attached: readonly Extract<Part, { kind: 'attachment' | 'file' }>[]
    }
  /** A file that a person attached. Its content is kept apart, once for all messages that have it. */
  | { readonly id: PartId; readonly kind: 'file'; readonly file: AttachedFile }
  | { readonly id: PartId; readonly kind: 'notice'; readonly error: AppErrorData }

export interface ChatMessage {
  readonly id: MessageId
  readonly role: 'user' | 'assistant'
  /** The message before it. Absent for the first one. */
  readonly parent?: MessageId
  /** All versions of the message in the order in which they were made, itself among them. Absent when there is only one. */
  readonly versions?: readonly MessageId[]
  readonly created: number
  /** The state of the turn for an assistant's message. Always 'done' for a user's message. */
  readonly state: TurnState
  readonly parts: readonly Part[]
  /** The model that wrote the message. Absent when a person acted without a model. */
  readonly model?: ModelRef
  /** Absent where the provider counted nothing. A copy of a message in a branch has used nothing. */
  readonly usage?: AnswerUsage
}

/** What an answer used of its model in all its requests: tokens, as the provider counted them. A count that it did not give is absent. */
export interface TokenUsage {
  readonly input?: number
  /** The part of `input` that the provider had kept of an earlier request. */
  readonly cached?: number
  /** The part of `input` that the provider was asked to keep for later requests. */
  readonly written?: number
  readonly output?: number
  /** The part of `output` that was reasoning. */
  readonly reasoning?: number
}

/** What an answer used, and what that cost. */
export interface AnswerUsage extends TokenUsage {
  /** In US dollars, at the prices of that time. Absent where the price of one of its requests was not known. */
  readonly cost?: number
}

/** An answer that failed because its provider is busy. Parley tries again by itself, a few times. Not kept on disk. */
export interface ScheduledRetry {
  readonly conversationId: ConversationId
  readonly messageId: MessageId
  /** When Parley tries again. Absent when it has given up. */
  readonly at?: number
  /** How often it has tried by itself. */
  readonly tries: number
}

/** A conversation as the screen needs it. */
export interface Conversation {
  readonly id: ConversationId
  readonly title: string
  readonly created: number
  readonly model: ModelChoice
  readonly draft: string
  readonly chosenAccounts: ChosenAccounts
  /** What it says itself. `effectiveSettings` puts it over what its project says. */
  readonly settings: ChatSettings
  readonly project?: ProjectId
  /** The messages of the versions that are in front, in order: all of them, or the last ones. */
  readonly messages: readonly ChatMessage[]
  /** How many messages come before those. Absent when all are here. */
  readonly earlier?: number
  /** The messages that wait, the next one first. Absent when none does. */
  readonly queue?: readonly QueuedMessage[]
  /** Where it comes from. Absent when it was begun here. */
  readonly imported?: ImportOrigin
  /** The summaries of its older parts, of all versions, the oldest first. Absent when there is none. */
  readonly summaries?: readonly HistorySummary[]
}

/** A conversation, with the number of the last feed event that it already contains. */
export interface ConversationSnapshot {
  readonly conversation: Conversation
  readonly seq: number
}

/** A change of a conversation. `reduceChat` applies the changes in order. */
export type ChatEvent =
  | { readonly type: 'messageAdded'; readonly message: ChatMessage }
  /** Other versions are in front: all messages but the first `kept` ones are replaced by these. */
  | { readonly type: 'pathChanged'; readonly kept: number; readonly messages: readonly ChatMessage[] }
  /** A message waits now, or it steers now. It leaves the queue when its message or its part is added, which have the same id. */
  | { readonly type: 'queued'; readonly message: QueuedMessage }
  /** The person took a message out of the queue. */
  | { readonly type: 'unqueued'; readonly queuedId: QueuedId }
  | { readonly type: 'messageState'; readonly messageId: MessageId; readonly state: TurnState }
  | { readonly type: 'partAdded'; readonly messageId: MessageId; readonly part: Part }
  | { readonly type: 'textAdded'; readonly messageId: MessageId; readonly partId: PartId; readonly text: string }
  | { readonly type: 'reasoningEnded'; readonly messageId: MessageId; readonly partId: PartId; readonly endedAt: number }
  | { readonly type: 'usageChanged'; readonly messageId: MessageId; readonly usage: AnswerUsage }
  | { readonly type: 'callChanged'; readonly messageId: MessageId; readonly partId: PartId; readonly call: Call }
  | { readonly type: 'titled'; readonly title: string }
  | { readonly type: 'modelChosen'; readonly model: ModelChoice }
  | { readonly type: 'summariesChanged'; readonly summaries: readonly HistorySummary[] }
  | { readonly type: 'accountsChosen'; readonly chosenAccounts: ChosenAccounts }
  | { readonly type: 'settingsChanged'; readonly settings: ChatSettings }
  /** It belongs to this project now, or to none. */
  | { readonly type: 'projectChanged'; readonly project?: ProjectId }
