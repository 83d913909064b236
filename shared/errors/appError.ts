import type { MessageParams } from '../messages/message'
import type errors from '../messages/en/errors.json'

/** Every way in which something that Parley was asked to do can fail. The code is for programs, the message for people. */
export const errorCodes = [
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'CANCELLED',
  'TIMED_OUT',
  'DENIED',
  'POLICY',
  'INTERRUPTED',
  'FILE_UNREADABLE',
  'COMMAND_NOT_FOUND',
  'SERVER_EXITED',
  'SERVER_UNREACHABLE',
  'SERVER_NOT_READY',
  'SERVER_ERROR',
  'PROTOCOL_ERROR',
  'MESSAGE_TOO_LARGE',
  'UNTRUSTED_CONTENT',
  'SIGN_IN_REQUIRED',
  'RIGHTS_REQUIRED',
  'SIGN_IN_FAILED',
  'CREDENTIALS_REFUSED',
  'UNKNOWN_TOOL',
  'INVALID_ARGUMENTS',
  'MODEL_MISSING',
  'MODEL_UNREACHABLE',
  'MODEL_REFUSED_KEY',
  'MODEL_RATE_LIMITED',
  'MODEL_ERROR',
  'MODEL_CUT_OFF',
  'STEP_LIMIT',
  'SECRETS_LOCKED',
  'SECRET_MISSING',
  'LINK_REFUSED',
  'QUESTION_ENDED',
  'INTERNAL',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** The text `errors.REASON` of the catalogues says what happened, `errors.REASON.hint`, where there is one, what to do. */
export type ErrorReason = WithoutHint<keyof typeof errors>
type WithoutHint<Id> = Id extends `${string}.hint` ? never : Id extends `errors.${infer Reason}` ? Reason : never

/** What happened, as a fact. */
export interface ErrorFact {
  readonly reason: ErrorReason
  readonly params?: MessageParams
}

/** A failure as data: what happened, and what to do about it. Its words are made by `errorText` (shared/messages/errorText.ts). */
export interface AppErrorData {
  readonly code: ErrorCode
  /** For logs where there is a reason, else for people. */
  readonly message: string
  readonly hint?: string
  readonly reason?: ErrorReason
  readonly params?: MessageParams
  /** What somebody else (a server, a model's endpoint) said about it. Shown as theirs, as plain text. */
  readonly said?: string
  /** What a person may do about it beside trying again; the screen has a button for each. */
  readonly remedy?: Remedy
}

/** `withoutPkce`: go on without a protection that is not offered. `clientId`: enter the id of a client that was registered by hand. */
export type Remedy = 'withoutPkce' | 'clientId'

export interface AppErrorOptions {
  readonly hint?: string
  readonly said?: string
  readonly remedy?: Remedy
  readonly cause?: unknown
}

/** The one error class: a code for programs, and a reason with its params for people. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly reason: ErrorReason | undefined
  readonly params: MessageParams | undefined
  readonly said: string | undefined
  readonly remedy: Remedy | undefined

  /** @param what the fact; text only where an error has no reason in the catalogues yet. */
  constructor(code: ErrorCode, what: ErrorFact | string, options: AppErrorOptions = {}) {
    super(typeof what === 'string' ? what : forLogs(what), { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.hint = options.hint
    this.reason = typeof what === 'string' ? undefined : what.reason
    this.params = typeof what === 'string' ? undefined : what.params
    this.said = options.said
    this.remedy = options.remedy
  }

  /** The only function that turns an unknown thrown value into something we show or send. */
  static from(thrown: unknown): AppError {
    if (thrown instanceof AppError) return thrown
    if (thrown instanceof Error && thrown.name === 'TimeoutError')
      return new AppError('TIMED_OUT', { reason: 'common.timedOut' }, { cause: thrown })
    if (thrown instanceof Error && thrown.name === 'AbortError')
      return new AppError('CANCELLED', { reason: 'common.cancelled' }, { cause: thrown })
    return new AppError('INTERNAL', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
  }

  static fromData({ reason, params, ...data }: AppErrorData): AppError {
    return new AppError(data.code, reason === undefined ? data.message : { reason, ...(params && { params }) }, data)
  }

  /** What happened, to say it again in another error. */
  get fact(): ErrorFact | string {
    return this.reason === undefined ? this.message : { reason: this.reason, ...(this.params && { params: this.params }) }
  }

  toData(): AppErrorData {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint !== undefined && { hint: this.hint }),
      ...(this.reason !== undefined && { reason: this.reason }),
      ...(this.params !== undefined && { params: this.params }),
      ...(this.said !== undefined && { said: this.said }),
      ...(this.remedy !== undefined && { remedy: this.remedy }),
    }
  }
}

function forLogs({ reason, params }: ErrorFact): string {
  return params ? `${reason} ${JSON.stringify(params)}` : reason
}
