import type { AppErrorData } from '../errors/appError'
import type { JsonObject } from '../lib/json'
import type { Message } from '../i18n/message'
import type { CallId, ConversationId, MessageId, ModelRef, PartId, AccountId, RuleId, ServerId } from './ids'
import type { RuleExplanation, RuleVerdict } from './rule'
import type { CallTask } from './task'
import type { ContentBlock, ToolResult } from './toolResult'

/** The largest number of attachments on one message. */
export const MOST_ATTACHMENTS = 20

/** The model of a conversation: one of the user's models, no model ("No model"), or the current default. */
export type ModelChoice = ModelRef | 'none' | 'default'

/** The accounts that a conversation uses, for servers where it does not use the default account. */
export type ChosenAccounts = Readonly<Record<ServerId, AccountId>>

export type TurnState = 'running' | 'waiting' | 'done' | 'stopped' | 'cutOff' | 'failed'

/** One line in the list of conversations. */
export interface ConversationSummary {
  readonly id: ConversationId
  readonly title: string
  readonly created: number
  readonly updated: number
  readonly chosenAccounts: ChosenAccounts
  /** The state of the latest turn. Absent in an empty conversation. */
  readonly turn?: TurnState
}

export type CallState = 'queued' | 'waitingApproval' | 'running' | 'waitingAnswer' | 'done' | 'failed' | 'denied' | 'stopped' | 'cutOff'

/** Why a call was, or was not, allowed to run. */
export interface Why {
  readonly by: 'person' | 'rule' | 'policy' | 'startedByPerson' | 'pending'
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

/** One tool call: a call of a turn, or a call that a person made. */
export interface Call {
  readonly id: CallId
  readonly serverId: ServerId
  /** The tool's name in the protocol. */
  readonly tool: string
  readonly title?: string
  readonly definitionHash: string
  readonly startedBy: 'model' | 'person'
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
  | { readonly id: PartId; readonly kind: 'reasoning'; readonly text: string; readonly forModel?: JsonObject }
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
  /** Text from a server that a person put into the conversation: a resource, a skill, or a message of a prompt. */
  | {
      readonly id: PartId
      readonly kind: 'attachment'
      readonly source: 'resource' | 'skill' | 'prompt'
      readonly serverId: ServerId
      /** The address of the resource or of SKILL.md. Absent for a prompt. */
      readonly uri?: string
      readonly name: string
      readonly content: readonly ContentBlock[]
      /** The size of everything that was read. */
      readonly bytes: number
      /** Set when only the beginning is kept. */
      readonly cut?: true
    }
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
}

/** A conversation as the screen needs it. */
export interface Conversation {
  readonly id: ConversationId
  readonly title: string
  readonly created: number
  readonly model: ModelChoice
  readonly draft: string
  readonly chosenAccounts: ChosenAccounts
  /** The messages of the versions that are in front, from the first one on. */
  readonly messages: readonly ChatMessage[]
}

/** A conversation, with the number of the last feed event that it already contains. */
export interface ConversationSnapshot {
  readonly conversation: Conversation
  readonly seq: number
}

/** A change of a conversation. `reduceChat` applies the changes in order. */
export type ChatEvent =
  | { readonly type: 'messageAdded'; readonly message: ChatMessage }
  /** Other versions are in front: all messages after `after`, or all messages where it is null, are replaced by these. */
  | { readonly type: 'pathChanged'; readonly after: MessageId | null; readonly messages: readonly ChatMessage[] }
  | { readonly type: 'messageState'; readonly messageId: MessageId; readonly state: TurnState }
  | { readonly type: 'partAdded'; readonly messageId: MessageId; readonly part: Part }
  | { readonly type: 'textAdded'; readonly messageId: MessageId; readonly partId: PartId; readonly text: string }
  | { readonly type: 'callChanged'; readonly messageId: MessageId; readonly partId: PartId; readonly call: Call }
  | { readonly type: 'titled'; readonly title: string }
  | { readonly type: 'modelChosen'; readonly model: ModelChoice }
  | { readonly type: 'accountsChosen'; readonly chosenAccounts: ChosenAccounts }
