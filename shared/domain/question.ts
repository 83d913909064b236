import * as z from 'zod'
import { isRecord, JsonObject, type JsonValue } from '../lib/json'
import type { ApprovalHistory } from './approval'
import { RuleLasts, RuleReach } from './approval'
import type { ToolAnnotations } from './catalog'
import type { FormContent, FormField } from './formField'
import { ModelRef, type CallId, type ConversationId, type ProfileId, type QuestionId, type ServerId } from './ids'
import type { Launch } from './server'

/** Who asks, and for which call where the protocol lets Parley know. */
export interface Asker {
  readonly serverId: ServerId
  /** The call that the question belongs to; several when it cannot be told apart; none for a question out of the blue. */
  readonly callIds: readonly CallId[]
  readonly conversationId?: ConversationId
}

export interface ApprovalDetails {
  readonly kind: 'approval'
  readonly tool: string
  readonly title?: string
  readonly description?: string
  readonly annotations?: ToolAnnotations
  /** What the person calls the account that it is made with, where the server has several. */
  readonly account?: string
  readonly inputSchema: JsonObject
  readonly arguments: JsonObject
  /** "llama3 wants to run it, and no rule covers it." */
  readonly why: string
  readonly history: ApprovalHistory
  /** Whether "All tools that SERVER calls read-only" may be offered. */
  readonly readOnlyRuleOffered: boolean
}

export interface FormDetails {
  readonly kind: 'form'
  readonly message: string
  readonly fields: readonly FormField[]
  /** Keys of fields that seem to ask for a password, key or card number. */
  readonly secretLooking: readonly string[]
}

/** One thing about a page's address that a person should see before opening it. */
export type PageWarning = 'loopback' | 'privateNetwork' | 'lookAlike' | 'punycode' | 'ipAddress'

export interface PageDetails {
  readonly kind: 'page'
  readonly message: string
  /** The whole address, re-serialised after parsing. */
  readonly url: string
  readonly host: string
  readonly warnings: readonly PageWarning[]
  /** Set when the address may not be opened at all; then there is only Decline and Cancel. */
  readonly refused?: string
}

export interface SamplingMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly JsonValue[]
}

export interface SamplingDetails {
  readonly kind: 'sampling'
  readonly messages: readonly SamplingMessage[]
  readonly systemPrompt?: string
  readonly maxTokens: number
  readonly temperature?: number
  readonly stopSequences: readonly string[]
  /** Models that the user has, the one that Parley proposes first; empty without a model. */
  readonly models: readonly ModelRef[]
  /** The names of models that the server would like, as it wrote them. */
  readonly hints: readonly string[]
}

export interface SamplingReviewDetails {
  readonly kind: 'samplingReview'
  readonly text: string
  readonly model: ModelRef
  readonly stopReason: string
}

export interface FoldersDetails {
  readonly kind: 'folders'
  /** `file:` URIs shared so far. */
  readonly current: readonly string[]
  /** Why the last answer could not be taken: "There is no folder /x". */
  readonly problem?: string
}

export interface StartDetails {
  readonly kind: 'start'
  readonly launch: Launch
  /** What was approved before, when the entry changed. */
  readonly previous?: Launch
}

/**
 * A server wants to know who calls, or wants more rights than were given. What it will do is asked for with `accounts.prepare`; it ends
 * as answered when the sign-in is done.
 */
export interface SignInDetails {
  readonly kind: 'signIn'
  readonly profile: ProfileId
  readonly label: string
  /** 'moreRights': signed in, but the server wants these scopes too. */
  readonly why: 'first' | 'ended' | 'moreRights'
  readonly scopes: readonly string[]
  /** What the server said about it, as plain text. */
  readonly said?: string
}

export type QuestionDetails =
  ApprovalDetails | FormDetails | PageDetails | SamplingDetails | SamplingReviewDetails | FoldersDetails | StartDetails | SignInDetails
export type QuestionKind = QuestionDetails['kind']

/** Anything that waits for a person. Times are milliseconds since 1970. */
export interface Question {
  readonly id: QuestionId
  readonly asker: Asker
  readonly created: number
  readonly expires: number
  readonly details: QuestionDetails
  /** What the person has typed so far, saved as they type. */
  readonly draft?: JsonValue
}

export type QuestionEnd = 'answered' | 'withdrawn' | 'expired'

export interface EndedQuestion {
  readonly id: QuestionId
  readonly asker: Asker
  readonly kind: QuestionKind
  readonly how: QuestionEnd
  /** "The call was stopped." */
  readonly reason: string
  readonly at: number
}

/** The value of the topic `questions`: open ones oldest first, and the last that ended. */
export interface Questions {
  readonly open: readonly Question[]
  readonly ended: readonly EndedQuestion[]
}

/** Not z.record, which drops a field that a server calls `__proto__`. */
const FormContent = z.custom<FormContent>((value) => isRecord(value) && Object.values(value).every(isFormValue))

function isFormValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Every answer that a person can give, by the kind of the question. */
export const Answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approval'),
    action: z.enum(['allowOnce', 'alwaysAllow', 'deny']),
    /** The arguments to run when a person edited them. */
    arguments: JsonObject.optional(),
    what: RuleReach.optional(),
    howLong: RuleLasts.optional(),
    /** A word for the model, on deny. */
    word: z.string().max(4000).optional(),
  }),
  z.object({ kind: z.literal('form'), action: z.enum(['accept', 'decline', 'cancel']), content: FormContent.optional() }),
  z.object({ kind: z.literal('page'), action: z.enum(['open', 'decline', 'cancel']) }),
  z.object({
    kind: z.literal('sampling'),
    action: z.enum(['run', 'answerByHand', 'deny']),
    model: ModelRef.optional(),
    systemPrompt: z.string().optional(),
    /** The text of each message, in order, where a person edited it. */
    texts: z.array(z.string()).optional(),
    maxTokens: z.int().positive().optional(),
    /** The answer that a person wrote, for `answerByHand`. */
    text: z.string().optional(),
  }),
  z.object({ kind: z.literal('samplingReview'), action: z.enum(['send', 'discard']), text: z.string().optional() }),
  z.object({ kind: z.literal('folders'), action: z.enum(['share', 'shareNothing']), roots: z.array(z.string()).optional() }),
  z.object({ kind: z.literal('start'), action: z.enum(['start', 'notNow']) }),
  /** 'signedIn' is the host's own word, when the sign-in is done: a page that says so is not believed. */
  z.object({ kind: z.literal('signIn'), action: z.enum(['signedIn', 'notNow']) }),
])
export type Answer = z.infer<typeof Answer>
export type AnswerTo<K extends QuestionKind> = Extract<Answer, { kind: K }>
