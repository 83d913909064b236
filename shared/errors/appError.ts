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

/** A failure as data: what happened, and what to do about it. */
export interface AppErrorData {
  readonly code: ErrorCode
  readonly message: string
  readonly hint?: string
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

/** The one error class: `message` says what happened, `hint` what to do. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly said: string | undefined
  readonly remedy: Remedy | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.hint = options.hint
    this.said = options.said
    this.remedy = options.remedy
  }

  /** The only function that turns an unknown thrown value into something we show or send. */
  static from(thrown: unknown): AppError {
    if (thrown instanceof AppError) return thrown
    if (thrown instanceof Error && thrown.name === 'TimeoutError')
      return new AppError('TIMED_OUT', 'It took too long', { hint: 'Try again.', cause: thrown })
    if (thrown instanceof Error && thrown.name === 'AbortError') return new AppError('CANCELLED', 'Cancelled', { cause: thrown })
    return new AppError('INTERNAL', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
  }

  static fromData(data: AppErrorData): AppError {
    return new AppError(data.code, data.message, data)
  }

  toData(): AppErrorData {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint !== undefined && { hint: this.hint }),
      ...(this.said !== undefined && { said: this.said }),
      ...(this.remedy !== undefined && { remedy: this.remedy }),
    }
  }
}
