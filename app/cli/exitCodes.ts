import type { AppError, ErrorCode } from '../../shared/errors/appError'

/** The exit codes of commands. Scripts rely on these numbers, so their meaning never changes. */
export const exitCodes = {
  done: 0,
  /** The tool reports an error, or a check found something wrong. */
  toolError: 1,
  wrongUse: 2,
  serverUnavailable: 3,
  notFound: 4,
  refused: 5,
  failed: 6,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

const byError: { readonly [Code in ErrorCode]?: ExitCode } = {
  INVALID_INPUT: exitCodes.wrongUse,
  INVALID_ARGUMENTS: exitCodes.wrongUse,
  COMMAND_NOT_FOUND: exitCodes.serverUnavailable,
  SERVER_EXITED: exitCodes.serverUnavailable,
  SERVER_UNREACHABLE: exitCodes.serverUnavailable,
  SERVER_NOT_READY: exitCodes.serverUnavailable,
  SIGN_IN_REQUIRED: exitCodes.serverUnavailable,
  RIGHTS_REQUIRED: exitCodes.serverUnavailable,
  SIGN_IN_FAILED: exitCodes.serverUnavailable,
  CREDENTIALS_REFUSED: exitCodes.serverUnavailable,
  NOT_FOUND: exitCodes.notFound,
  UNKNOWN_TOOL: exitCodes.notFound,
  DENIED: exitCodes.refused,
  POLICY: exitCodes.refused,
  QUESTION_ENDED: exitCodes.refused,
  CANCELLED: exitCodes.interrupted,
}

/** Pure: returns the exit code for an error. */
export function exitCodeOf(error: Pick<AppError, 'code'>): ExitCode {
  return byError[error.code] ?? exitCodes.failed
}

/** Pure: returns the exit code for a server that did not become ready, whatever the reason: a refusal, or no server. */
export function startExitCode(error: Pick<AppError, 'code'>): ExitCode {
  const code = exitCodeOf(error)
  return code === exitCodes.refused || code === exitCodes.interrupted ? code : exitCodes.serverUnavailable
}
