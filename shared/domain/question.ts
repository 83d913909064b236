import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import { isRecord, JsonObject, type JsonValue } from '../lib/json'
import type { Message } from '../messages/message'
import type { ApprovalHistory } from './approval'
import type { ToolAnnotations } from './catalog'
import type { DefinitionChange } from './definition'
import type { ArgumentTrace, DataFlowFinding } from './dataFlow'
import type { FormContent, FormField } from './formField'
import { ModelRef, type CallId, type ConversationId, type AccountId, type QuestionId, type ServerId } from './ids'
import { RuleFromCall, type RuleExplanation } from './rule'
import {
  SamplingAnswerBlock,
  SamplingEdit,
  type ModelPriorities,
  type ModelReason,
  type SamplingMessage,
  type SamplingTool,
  type SamplingToolChoice,
  type TokenUse,
} from './sampling'
import type { Launch } from './server'

/** Who asks, and for which call where the protocol lets Parley know. */
export interface Asker {
  readonly serverId: ServerId
  /** The call that the question belongs to; several when it cannot be told apart; none for a question out of the blue. */
  readonly callIds: readonly CallId[]
  readonly conversationId?: ConversationId
  /** Which time this is that the call asks, from the second on. */
  readonly round?: number
}

export interface ApprovalDetails {
  readonly kind: 'approval'
  readonly tool: string
  readonly title?: string
  readonly description?: string
  readonly annotations?: ToolAnnotations
  /** The label of the account that it is made with, where the server has several. */
  readonly account?: string
  readonly inputSchema: JsonObject
  readonly arguments: JsonObject
  /** "llama3 wants to run it, and no rule covers it", without a full stop. */
  readonly why: Message
  readonly history: ApprovalHistory
  /** Whether "All tools that SERVER calls read-only" may be offered. */
  readonly readOnlyRuleOffered: boolean
  /** How every rule that is about this tool stands to the call, for "Why". */
  readonly stands?: readonly RuleExplanation[]
  /** What Parley notices about the tool: whose it could be taken for, and of whose tools it speaks. Each is a sentence. */
  readonly noticed?: readonly Message[]
  /** The tool came after the person accepted the server. */
  readonly added?: true
  /** Private data, text from outside and a way out would meet: it is asked whatever rules say. */
  readonly dataFlow?: DataFlowFinding
  /** Pieces of the arguments that stand in earlier results. */
  readonly traces?: readonly ArgumentTrace[]
  /** Why "Always allow…" would change nothing here; absent where it would. */
  readonly noRule?: Message
}

export interface FormDetails {
  readonly kind: 'form'
  readonly message: string
  readonly fields: readonly FormField[]
  /** Keys of fields that seem to ask for a password, key or card number. */
  readonly secretLooking: readonly string[]
}

/** One thing about a page's address that a person should see before opening it. */
export type PageWarning = 'loopback' | 'privateNetwork' | 'lookAlike' | 'punycode' | 'ipAddress' | 'hiddenCharacters'

export interface PageDetails {
  readonly kind: 'page'
  readonly message: string
  /** The whole address, re-serialised after parsing. */
  readonly url: string
  readonly host: string
  /** The host in the letters that a browser would draw, where these imitate others. */
  readonly hostLetters?: string
  readonly warnings: readonly PageWarning[]
  /** Set when the address may not be opened at all; then there is only Decline and Cancel. */
  readonly refused?: Message
  /** It was opened, and the call waits until the server says that the page is done: go on at once, open it again, or give up. */
  readonly opened?: true
}

export interface SamplingDetails {
  readonly kind: 'sampling'
  readonly messages: readonly SamplingMessage[]
  readonly systemPrompt?: string
  readonly maxTokens: number
  readonly temperature?: number
  readonly stopSequences: readonly string[]
  /** Models that the user allows for this server, the one that Parley proposes first; empty without a model. */
  readonly models: readonly ModelRef[]
  /** What put the first of them there; absent without a wish of the server. */
  readonly chosenBy?: ModelReason
  /** The names of models that the server would like, as it wrote them. */
  readonly hints: readonly string[]
  readonly priorities?: ModelPriorities
  /** What some of the models cannot be sent of this request. */
  readonly blind?: readonly { readonly model: ModelRef; readonly to: 'images' | 'sound' | 'both' }[]
  /** Tools that the server brings along for this request alone. */
  readonly tools?: readonly SamplingTool[]
  readonly toolChoice?: SamplingToolChoice
  /** Asked for, and not given: a request never sees a conversation. */
  readonly includeContext?: 'thisServer' | 'allServers'
  /** What the person had made of the request before they went back to it. */
  readonly edited?: SamplingEdit
  /** Why it did not run the last time. */
  readonly problem?: AppErrorData
}

export interface SamplingReviewDetails {
  readonly kind: 'samplingReview'
  readonly content: readonly SamplingAnswerBlock[]
  readonly model: ModelRef
  readonly stopReason: string
  /** All that the model was sent. */
  readonly asked: SamplingEdit
  readonly tokens?: TokenUse
  /** The provider did not count: Parley estimated. */
  readonly estimated?: true
  readonly tookMs: number
  /** Why it did not run again. */
  readonly problem?: AppErrorData
}

export interface FoldersDetails {
  readonly kind: 'folders'
  /** `file:` URIs shared so far. */
  readonly current: readonly string[]
  /** Why the last answer could not be taken. */
  readonly problem?: AppErrorData
}

export interface StartDetails {
  readonly kind: 'start'
  readonly launch: Launch
  /** What was approved before, when the entry changed. */
  readonly previous?: Launch
  /** The file that the command of a local server means now, where it was found. */
  readonly file?: string
  /** The file that it meant when it was approved, where that is another one. */
  readonly previousFile?: string
}

/** Definitions became other ones after the user accepted them: they are off until the user says what becomes of them. */
export interface ChangedDetails {
  readonly kind: 'changed'
  readonly changes: readonly DefinitionChange[]
  /** How many more have changed; they are asked about after these. */
  readonly more: number
}

/**
 * A server wants to know who calls, or wants more rights than were given. What it will do is asked for with `accounts.prepare`; it ends
 * as answered when the sign-in is done.
 */
export interface SignInDetails {
  readonly kind: 'signIn'
  readonly accountId: AccountId
  readonly label: string
  /** 'moreRights': signed in, but the server wants these scopes too. */
  readonly why: 'first' | 'ended' | 'moreRights'
  readonly scopes: readonly string[]
  /** What the server said about it, as plain text. */
  readonly said?: string
}

export type QuestionDetails =
  | ApprovalDetails
  | FormDetails
  | PageDetails
  | SamplingDetails
  | SamplingReviewDetails
  | FoldersDetails
  | StartDetails
  | ChangedDetails
  | SignInDetails
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
  /** Of an approval. */
  readonly tool?: string
  readonly how: QuestionEnd
  /** What a person did (`ends.deny`), or why nobody was asked or is asked any more. `endedAs` says what it comes to. */
  readonly reason: Message
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
    /** For `alwaysAllow`: what to remember of this call, and how long. */
    rule: RuleFromCall.optional(),
    /** A word for the model, on deny. */
    word: z.string().max(4000).optional(),
  }),
  z.object({ kind: z.literal('form'), action: z.enum(['accept', 'decline', 'cancel']), content: FormContent.optional() }),
  z.object({
    kind: z.literal('page'),
    action: z.enum(['open', 'goOn', 'decline', 'cancel']),
    /** The person said that they read the host of an address that looks like another one. */
    hostRead: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('sampling'),
    action: z.enum(['run', 'answerByHand', 'deny']),
    model: ModelRef.optional(),
    /** All that is sent, where a person edited it. */
    request: SamplingEdit.optional(),
    maxTokens: z.int().positive().optional(),
    /** The answer that a person wrote, for `answerByHand`: its blocks, or only words. */
    content: z.array(SamplingAnswerBlock).max(100).optional(),
    text: z.string().optional(),
  }),
  z.object({
    kind: z.literal('samplingReview'),
    /** 'again' runs the same request once more, 'edit' goes back to it. */
    action: z.enum(['send', 'discard', 'again', 'edit']),
    /** The answer where a person edited it: its blocks, or only words. */
    content: z.array(SamplingAnswerBlock).max(100).optional(),
    text: z.string().optional(),
  }),
  z.object({ kind: z.literal('folders'), action: z.enum(['share', 'shareNothing']), roots: z.array(z.string()).optional() }),
  z.object({ kind: z.literal('start'), action: z.enum(['start', 'notNow']) }),
  z.object({
    kind: z.literal('changed'),
    action: z.enum(['accept', 'keepOff']),
    /** The hashes of the new definitions that are accepted, where not all are. */
    hashes: z.array(z.string()).optional(),
  }),
  /** 'signedIn' is the host's own word, when the sign-in is done: a page that says so is not believed. */
  z.object({ kind: z.literal('signIn'), action: z.enum(['signedIn', 'notNow']) }),
])
export type Answer = z.infer<typeof Answer>
export type AnswerTo<K extends QuestionKind> = Extract<Answer, { kind: K }>
