import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import { isRecord } from '../lib/json'
import { JsonObject, type JsonValue } from '../lib/jsonSchema'
import type { Message } from '../i18n/message'
import type { ApprovalHistory } from './approvalHistory'
import type { ToolAnnotations } from './catalog'
import type { DefinitionChange } from './definitionChange'
import type { ArgumentTrace, DataFlowFinding } from './dataFlow'
import type { SentIdentity } from './launch/sentIdentity'
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

/** The server that asks, and the call that it asks for if the protocol tells. */
export interface Asker {
  readonly serverId: ServerId
  /** The call that the question belongs to. Several if Parley cannot tell which. None if the server asks outside of a call. */
  readonly callIds: readonly CallId[]
  readonly conversationId?: ConversationId
  /** The round of questions of this call. Set from the second round on. */
  readonly round?: number
}

/**
 * What keeps a call from being asked about in the conversation. `ofApp`: an app wants it or provides it. `definition`: the tool is new or
 * changed. `noticed`: its words resemble or speak of another tool. `dataFlow`, `traces`: what the flow guard found. `mayChange`: its
 * server says that it changes or destroys, or says two things. `declaresNothing`: its server says neither. `looksRisky`: by names it runs,
 * deletes, pays or sends. `namesChange`: by its name it changes something else. `argumentName`, `argumentValue`: like a command, a query
 * language, a path, an address or a recipient. `secret`: looks like a password, key or token. `tooLong`: does not fit on a card whole.
 * `notUnderstood`: Parley cannot tell.
 */
export type DialogReason =
  | 'ofApp'
  | 'definition'
  | 'noticed'
  | 'dataFlow'
  | 'traces'
  | 'mayChange'
  | 'declaresNothing'
  | 'looksRisky'
  | 'namesChange'
  | 'argumentName'
  | 'argumentValue'
  | 'secret'
  | 'tooLong'
  | 'notUnderstood'

/** Where an approval is asked: on a card at its call in the conversation, or in the dialog. */
export type ApprovalPlace =
  | { readonly place: 'card' }
  | {
      readonly place: 'dialog'
      readonly because: DialogReason
      /** All that speaks against a card, `because` first. Absent in what an earlier Parley asked. */
      readonly signs?: readonly DialogReason[]
    }

export interface ApprovalDetails {
  readonly kind: 'approval'
  readonly tool: string
  /** The model that wants the call. Absent when it is not known. */
  readonly model?: ModelRef
  /** Set when the interface of the server wants the call (MCP Apps), not a model. */
  readonly byApp?: true
  readonly title?: string
  readonly description?: string
  readonly annotations?: ToolAnnotations
  /** The label of the account that the call uses, if the server has several accounts. */
  readonly account?: string
  /** The definition of the tool that it is asked about. Absent in what an earlier Parley asked. */
  readonly definitionHash?: string
  readonly inputSchema: JsonObject
  readonly arguments: JsonObject
  /** A text such as "llama3 wants to run it, and no rule covers it", without a full stop. */
  readonly why: Message
  readonly history: ApprovalHistory
  /** Whether Parley may offer "All tools that SERVER calls read-only". */
  readonly readOnlyRuleOffered: boolean
  /** How each rule about this tool applies to the call, for "Why". */
  readonly stands?: readonly RuleExplanation[]
  /**
   * What Parley noticed about the tool: similar tools that it could be mistaken for, and other servers' tools that it mentions. Each is a
   * sentence.
   */
  readonly noticed?: readonly Message[]
  /** Set when the tool came after the person accepted the server. */
  readonly added?: true
  /** Set when private data, text from outside and a way out would meet. Parley then asks despite any rule. */
  readonly dataFlow?: DataFlowFinding
  /** Pieces of the arguments that appear in earlier results. */
  readonly traces?: readonly ArgumentTrace[]
  /** Why "Always allow…" would change nothing here. Absent when it would change something. */
  readonly noRule?: Message
  /** Where it is asked. Absent: in the dialog. */
  readonly place?: ApprovalPlace
}

export interface FormDetails {
  readonly kind: 'form'
  readonly message: string
  readonly fields: readonly FormField[]
  /** Keys of fields that seem to ask for a password, a key or a card number. */
  readonly secretLooking: readonly string[]
}

/** One thing about a page's address that a person should see before opening it. */
export type PageWarning = 'loopback' | 'privateNetwork' | 'lookAlike' | 'punycode' | 'ipAddress' | 'hiddenCharacters'

export interface PageDetails {
  readonly kind: 'page'
  readonly message: string
  /** The whole address, parsed and serialised again. */
  readonly url: string
  readonly host: string
  /** The host in the letters that a browser would show. Set when these letters imitate others. */
  readonly hostLetters?: string
  readonly warnings: readonly PageWarning[]
  /** Set when the address may not be opened. The person can then only decline or cancel. */
  readonly refused?: Message
  /** Set when the page was opened and the call waits for the server to confirm it. The person can go on, open it again, or give up. */
  readonly opened?: true
}

export interface SamplingDetails {
  readonly kind: 'sampling'
  /** Set when the interface of the server asks (MCP Apps), not the server itself. */
  readonly byApp?: true
  readonly messages: readonly SamplingMessage[]
  readonly systemPrompt?: string
  readonly maxTokens: number
  readonly temperature?: number
  readonly stopSequences: readonly string[]
  /** Models that the user allows for this server. Parley proposes the first one. Empty without a model. */
  readonly models: readonly ModelRef[]
  /** Why the first model comes first. Absent if the server has no preference. */
  readonly chosenBy?: ModelReason
  /** The model names that the server would like, as it wrote them. */
  readonly hints: readonly string[]
  readonly priorities?: ModelPriorities
  /** The media in this request that some of the models cannot take. */
  readonly blind?: readonly { readonly model: ModelRef; readonly to: 'images' | 'sound' | 'both' }[]
  /** That the policy keeps some of the user's models from servers, why, and whom to ask. Whole sentences. */
  readonly withheld?: Message
  /** Tools that the server provides for this request only. */
  readonly tools?: readonly SamplingTool[]
  readonly toolChoice?: SamplingToolChoice
  /** The context that the server asked for. Parley never provides it: a request never sees a conversation. */
  readonly includeContext?: 'thisServer' | 'allServers'
  /** The request as the person had edited it. Set when they return to it from the review. */
  readonly edited?: SamplingEdit
  /** Why the last run failed. */
  readonly problem?: AppErrorData
}

export interface SamplingReviewDetails {
  readonly kind: 'samplingReview'
  /** As in the request. */
  readonly byApp?: true
  readonly content: readonly SamplingAnswerBlock[]
  readonly model: ModelRef
  readonly stopReason: string
  /** Everything that Parley sent to the model. */
  readonly asked: SamplingEdit
  readonly tokens?: TokenUse
  /** Set when the provider gave no token counts, so that Parley estimated them. */
  readonly estimated?: true
  readonly tookMs: number
  /** Why the repeated run failed. */
  readonly problem?: AppErrorData
}

export interface FoldersDetails {
  readonly kind: 'folders'
  /** `file:` URIs of the folders that are shared now. */
  readonly current: readonly string[]
  /** `file:` URIs of the folders of the conversation and its project, which the answer to this call gets too. Absent without any. */
  readonly added?: readonly string[]
}

export interface StartDetails {
  readonly kind: 'start'
  readonly launch: Launch
  /** Who set the server for everybody, if a policy did: then it is in no file of the user's. */
  readonly setBy?: string
  /** What of the person's own is sent to sign in there. */
  readonly sends?: SentIdentity
  /** Only how Parley signs in there is new. Nothing else is. */
  readonly signInChanged?: true
  /** The launch that was approved before. Set when the entry changed. */
  readonly previous?: Launch
  /** The file that a local server's command resolves to, if it was found. */
  readonly file?: string
  /** The file that the command resolved to when it was approved, if that was another file. */
  readonly previousFile?: string
}

/** Definitions that changed after the user accepted them. They are off until the user decides about them. */
export interface ChangedDetails {
  readonly kind: 'changed'
  readonly changes: readonly DefinitionChange[]
  /** How many more definitions changed. Parley asks about them after these. */
  readonly more: number
}

/**
 * A server wants to know who calls, or wants more rights than it was given. `accounts.prepare` tells what the sign-in will do. The question
 * ends as answered when the sign-in is done.
 */
export interface SignInDetails {
  readonly kind: 'signIn'
  readonly accountId: AccountId
  readonly label: string
  /** 'moreRights': the account is signed in, but the server wants these scopes too. */
  readonly why: 'first' | 'ended' | 'moreRights'
  readonly scopes: readonly string[]
  /** The server's own explanation, as plain text. */
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
  /** The person's unfinished input. Parley saves it while they type. */
  readonly draft?: JsonValue
}

export type QuestionEnd = 'answered' | 'withdrawn' | 'expired'

export interface EndedQuestion {
  readonly id: QuestionId
  readonly asker: Asker
  readonly kind: QuestionKind
  /** The tool of an approval. */
  readonly tool?: string
  /** The interface of the server asked. Of an approval: it wanted the call, not a model. */
  readonly byApp?: true
  /** In short what it was about, without secrets: the arguments or the answers by name, an address, or folders. */
  readonly about?: JsonValue
  readonly how: QuestionEnd
  /** What a person did (`ends.deny`), or why no person had to answer. `endedAs` classifies it. */
  readonly reason: Message
  readonly at: number
}

/** The value of the topic `questions`: the open questions, oldest first, and the last ones that ended. */
export interface Questions {
  readonly open: readonly Question[]
  readonly ended: readonly EndedQuestion[]
}

/** Not z.record: it drops a field that a server calls `__proto__`. */
const FormContent = z.custom<FormContent>((value) => isRecord(value) && Object.values(value).every(isFormValue))

function isFormValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Every answer that a person can give, by the kind of question. */
export const Answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approval'),
    action: z.enum(['allowOnce', 'alwaysAllow', 'deny']),
    /** The arguments to run, if a person edited them. */
    arguments: JsonObject.optional(),
    /** For `alwaysAllow`: what to remember of this call, and for how long. */
    rule: RuleFromCall.optional(),
    /** A note for the model, when the action is `deny`. */
    word: z.string().max(4000).optional(),
    /** Given on the card in the conversation, where only `allowOnce` and `deny` can be said, without a change. */
    onCard: z.literal(true).optional(),
    /** Given in the dialog about several calls at once, where only `allowOnce` and `deny` can be said, without a change. */
    together: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('form'), action: z.enum(['accept', 'decline', 'cancel']), content: FormContent.optional() }),
  z.object({
    kind: z.literal('page'),
    action: z.enum(['open', 'goOn', 'decline', 'cancel']),
    /** True when the person confirmed that they read the host of an address that imitates another. */
    hostRead: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('sampling'),
    action: z.enum(['run', 'answerByHand', 'deny']),
    model: ModelRef.optional(),
    /** The request to send, if a person edited it. */
    request: SamplingEdit.optional(),
    maxTokens: z.int().positive().optional(),
    /** The answer that a person wrote, for `answerByHand`: its blocks, or only text. */
    content: z.array(SamplingAnswerBlock).max(100).optional(),
    text: z.string().optional(),
  }),
  z.object({
    kind: z.literal('samplingReview'),
    /** 'again' repeats the same request. 'edit' returns to the request. */
    action: z.enum(['send', 'discard', 'again', 'edit']),
    /** The answer, if a person edited it: its blocks, or only text. */
    content: z.array(SamplingAnswerBlock).max(100).optional(),
    text: z.string().optional(),
  }),
  z.object({ kind: z.literal('folders'), action: z.enum(['share', 'shareNothing']), roots: z.array(z.string()).optional() }),
  z.object({ kind: z.literal('start'), action: z.enum(['start', 'notNow']) }),
  z.object({
    kind: z.literal('changed'),
    action: z.enum(['accept', 'keepOff']),
    /** The hashes of the accepted new definitions, if the person does not accept all. */
    hashes: z.array(z.string()).optional(),
  }),
  /** Only the host answers 'signedIn', when the sign-in is done. It does not accept this answer from a page. */
  z.object({ kind: z.literal('signIn'), action: z.enum(['signedIn', 'notNow']) }),
])
export type Answer = z.infer<typeof Answer>
export type AnswerTo<K extends QuestionKind> = Extract<Answer, { kind: K }>
