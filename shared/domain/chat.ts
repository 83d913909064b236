import type { AppErrorData } from '../errors/appError'
import type { JsonObject } from '../lib/json'
import type { Message as MessageText } from '../messages/message'
import type { CallId, ConversationId, MessageId, ModelRef, PartId, AccountId, RuleId, ServerId } from './ids'
import type { RuleExplanation, RuleVerdict } from './rule'
import type { CallTask } from './task'
import type { ContentBlock, ToolResult } from './toolResult'

/** How much a person can attach to one message. */
export const MOST_ATTACHMENTS = 20

/** Which model answers in a conversation: one of the user's, nobody ("No model"), or whatever is the default. */
export type ModelChoice = ModelRef | 'none' | 'default'

/** Which account a conversation uses at a server, where that is not the server's default one. */
export type ChosenAccounts = Readonly<Record<ServerId, AccountId>>

export type TurnState = 'running' | 'waiting' | 'done' | 'stopped' | 'cutOff' | 'failed'

/** One line of the list of conversations. */
export interface ConversationSummary {
  readonly id: ConversationId
  readonly title: string
  readonly created: number
  readonly updated: number
  readonly chosenAccounts: ChosenAccounts
  /** The state of its latest turn; absent in an empty conversation. */
  readonly turn?: TurnState
}

export type CallState = 'queued' | 'waitingApproval' | 'running' | 'waitingAnswer' | 'done' | 'failed' | 'denied' | 'stopped' | 'cutOff'

/** Why a call was, or was not, allowed to run: what decided, and how. */
export interface Why {
  readonly by: 'person' | 'rule' | 'policy' | 'startedByPerson' | 'pending'
  /** What happened, in a sentence without its full stop: `approvals.sentence` shows it with one. */
  readonly reason: MessageText
  /** What was decided; absent while nothing was. */
  readonly verdict?: Exclude<RuleVerdict, 'ask'>
  /** The user's rule that decided, by `rule`. */
  readonly ruleId?: RuleId
  /** How each rule that is about such calls stood to this one; absent where there was none. */
  readonly stands?: readonly RuleExplanation[]
}

export interface CallProgress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** One tool call of a turn, or one that a person made. */
export interface Call {
  readonly id: CallId
  readonly serverId: ServerId
  /** The protocol's name of the tool. */
  readonly tool: string
  readonly title?: string
  readonly definitionHash: string
  readonly startedBy: 'model' | 'person'
  /** What the model asked for; a person's own call has only this. Not an object when the model wrote something that is not JSON. */
  readonly asked: JsonObject
  /** Set when the model's arguments could not be read as a JSON object: its words, as they came. */
  readonly askedText?: string
  /** What ran, where a person changed it. */
  readonly approved?: JsonObject
  readonly why: Why
  readonly state: CallState
  readonly startedAt: number
  readonly endedAt?: number
  readonly progress?: CallProgress
  /** Set when the server carries it out as a task. */
  readonly task?: CallTask
  readonly result?: ToolResult
  readonly error?: AppErrorData
}

/** One piece of a message. `forModel` is what the provider wants back with it on the next request (a signature); it means nothing to us. */
export type Part =
  | { readonly id: PartId; readonly kind: 'text'; readonly text: string; readonly forModel?: JsonObject }
  | { readonly id: PartId; readonly kind: 'reasoning'; readonly text: string; readonly forModel?: JsonObject }
  /**
   * `modelCallId` is the id that the model gave its call; the answer to the model must carry it. `step` counts the requests to
   * the model in one turn: calls of one step were asked for together.
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
  /** What a server wrote and a person put into the conversation: a resource, a skill, or a message of a prompt. */
  | {
      readonly id: PartId
      readonly kind: 'attachment'
      readonly source: 'resource' | 'skill' | 'prompt'
      readonly serverId: ServerId
      /** The address of the resource or of SKILL.md; absent for a prompt. */
      readonly uri?: string
      readonly name: string
      readonly content: readonly ContentBlock[]
      /** Of everything that was read. */
      readonly bytes: number
      /** Set when only the beginning is kept. */
      readonly cut?: true
    }
  | { readonly id: PartId; readonly kind: 'notice'; readonly error: AppErrorData }

export interface Message {
  readonly id: MessageId
  readonly role: 'user' | 'assistant'
  readonly created: number
  /** For an assistant's message, the state of its turn; a user's message is 'done'. */
  readonly state: TurnState
  readonly parts: readonly Part[]
  /** Which model wrote it; absent where a person acted without one. */
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
  readonly messages: readonly Message[]
}

/** A conversation together with the number of the last feed event that is already in it. */
export interface ConversationSnapshot {
  readonly conversation: Conversation
  readonly seq: number
}

/** What happens in a conversation, in order. `reduceChat` applies one to a conversation. */
export type ChatEvent =
  | { readonly type: 'messageAdded'; readonly message: Message }
  | { readonly type: 'messagesRemoved'; readonly messageIds: readonly MessageId[] }
  | { readonly type: 'messageState'; readonly messageId: MessageId; readonly state: TurnState }
  | { readonly type: 'partAdded'; readonly messageId: MessageId; readonly part: Part }
  | { readonly type: 'textAdded'; readonly messageId: MessageId; readonly partId: PartId; readonly text: string }
  | { readonly type: 'callChanged'; readonly messageId: MessageId; readonly partId: PartId; readonly call: Call }
  | { readonly type: 'titled'; readonly title: string }
  | { readonly type: 'modelChosen'; readonly model: ModelChoice }
  | { readonly type: 'accountsChosen'; readonly chosenAccounts: ChosenAccounts }
