import { ProtocolError } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors/appError'

/** Pure: how a failed request is told to telemetry: the code of JSON-RPC if the server gave one, otherwise Parley's own. No words. */
export function requestFailure(thrown: unknown): { readonly error: string; readonly statusCode?: number } {
  const cause = thrown instanceof AppError ? thrown.cause : thrown
  if (cause instanceof ProtocolError) return { error: String(cause.code), statusCode: cause.code }
  const { code } = AppError.from(thrown)
  return { error: code === 'TIMED_OUT' ? 'timeout' : code }
}
