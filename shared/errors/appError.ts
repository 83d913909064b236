import type { MessageParams } from '../i18n/message'
import { diskFailure } from './diskFailure'
import type errors from '../i18n/en/errors.json'

/** Every kind of failure in Parley. The code is for programs, the message for people. */
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
  'MODEL_OVERLOADED',
  'MODEL_QUOTA',
  'MODEL_TOO_LONG',
  'MODEL_EMPTY',
  'MODEL_FILTERED',
  'MODEL_ERROR',
  'MODEL_CUT_OFF',
  'STEP_LIMIT',
  'SECRETS_LOCKED',
  'SECRET_MISSING',
  'LINK_REFUSED',
  'QUESTION_ENDED',
  'NOT_SAVED',
  'INTERNAL',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** The catalogue text `errors.REASON` says what happened. The optional text `errors.REASON.hint` says what to do. */
export type ErrorReason = WithoutHint<keyof typeof errors>
type WithoutHint<Id> = Id extends `${string}.hint` ? never : Id extends `errors.${infer Reason}` ? Reason : never

/** The reason for a failure, with the values for its text. */
export interface ErrorFact {
  readonly reason: ErrorReason
  readonly params?: MessageParams
}

/** A failure as data: what happened, and what to do about it. `errorText` (shared/i18n/errorText.ts) makes its text. */
export interface AppErrorData {
  readonly code: ErrorCode
  /** For logs if there is a `reason`, otherwise for people. */
  readonly message: string
  readonly hint?: string
  readonly reason?: ErrorReason
  readonly params?: MessageParams
  /** The text of an outside party (a server, a model's endpoint). The screen shows it as a quote, in plain text. */
  readonly said?: string
  /** What a person may do besides trying again. The screen has a button for each remedy. */
  readonly remedy?: Remedy
  /** How long the other side asks to be left alone, in seconds. */
  readonly retryAfterSeconds?: number
}

/**
 * `withoutPkce`: continue without PKCE, which the other side does not offer. `clientId`: enter the id of a client that was registered by
 * hand. `header`: enter a key as a header of the server.
 */
export type Remedy = 'withoutPkce' | 'clientId' | 'header'

export interface AppErrorOptions {
  readonly hint?: string
  readonly said?: string
  readonly remedy?: Remedy
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** The only error class of Parley: a code for programs, and a reason with its params for people. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly reason: ErrorReason | undefined
  readonly params: MessageParams | undefined
  readonly said: string | undefined
  readonly remedy: Remedy | undefined
  readonly retryAfterSeconds: number | undefined

  /** @param what the reason with its params. Use plain text only for an error that has no reason in the catalogues yet. */
  constructor(code: ErrorCode, what: ErrorFact | string, options: AppErrorOptions = {}) {
    super(typeof what === 'string' ? what : forLogs(what), { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.hint = options.hint
    this.reason = typeof what === 'string' ? undefined : what.reason
    this.params = typeof what === 'string' ? undefined : what.params
    this.said = options.said
    this.remedy = options.remedy
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  /** Turns any thrown value into an AppError to show or send. No other function does this. */
  static from(thrown: unknown): AppError {
    if (thrown instanceof AppError) return thrown
    if (thrown instanceof Error && thrown.name === 'TimeoutError')
      return new AppError('TIMED_OUT', { reason: 'common.timedOut' }, { cause: thrown })
    if (thrown instanceof Error && thrown.name === 'AbortError')
      return new AppError('CANCELLED', { reason: 'common.cancelled' }, { cause: thrown })
    const disk = diskFailure(thrown)
    if (disk) return new AppError('NOT_SAVED', { reason: disk }, { cause: thrown })
    return new AppError('INTERNAL', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
  }

  static fromData({ reason, params, ...data }: AppErrorData): AppError {
    return new AppError(data.code, reason === undefined ? data.message : { reason, ...(params && { params }) }, data)
  }

  /** The reason with its params, or the message, for use in another error. */
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
      ...(this.retryAfterSeconds !== undefined && { retryAfterSeconds: this.retryAfterSeconds }),
    }
  }
}

function forLogs({ reason, params }: ErrorFact): string {
  return params ? `${reason} ${JSON.stringify(params)}` : reason
}
