import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client'
import type { AppError } from '../../shared/errors/appError'
import { refusalIn } from './explainSdkError'

// Pure decisions: what a failed request says of a known result that its session began with.

const UNSUPPORTED_VERSION = -32_022
/** With these a server refuses a request that it has not run: invalid request, method not found, invalid parameters, another version. */
const NOT_RUN: ReadonlySet<number> = new Set([-32_600, -32_601, -32_602, UNSUPPORTED_VERSION])
/** With these a server of an earlier era answers a request of this one (2026-07-28, Streamable HTTP: backward compatibility). */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 404, 405])

/**
 * 'outdated': the server no longer speaks this version. 'unclear': a server of an earlier era would answer so, and one of this era may (2026-07-28,
 * versioning: anything but a known error of this era means an earlier one). 'no': the failure says nothing of it.
 */
export function isKnownRefused({ cause }: Pick<AppError, 'cause'>): 'outdated' | 'unclear' | 'no' {
  const code = refusedWith(cause)
  if (code === UNSUPPORTED_VERSION) return 'outdated'
  return code !== undefined || isRefusingStatus(cause) ? 'unclear' : 'no'
}

/** Whether the server refused the request before it ran, so that it may be sent again to a new session. */
export function hasNotRun({ cause }: Pick<AppError, 'cause'>): boolean {
  return isRefusingStatus(cause) || NOT_RUN.has(refusedWith(cause) ?? 0)
}

function refusedWith(cause: unknown): number | undefined {
  const refusal = cause instanceof SdkHttpError ? refusalIn(cause) : cause
  return refusal instanceof ProtocolError ? refusal.code : undefined
}

function isRefusingStatus(cause: unknown): boolean {
  return cause instanceof SdkHttpError && REFUSING_STATUSES.has(cause.status ?? 0)
}
