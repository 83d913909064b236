import { ProtocolErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import type { AppError } from '../../shared/errors/appError'
import { refusalOf } from './readVersionRefusal'

// Pure decisions: what a failed request says of a known result that its session began with.

/** With these a server refuses a request that it has not run: invalid request, method not found, invalid parameters, another version. */
const NOT_RUN: ReadonlySet<number> = new Set([-32_600, -32_601, -32_602, ProtocolErrorCode.UnsupportedProtocolVersion])
/** With these a server of an earlier era answers a request of this one (2026-07-28, Streamable HTTP: backward compatibility). */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 404, 405])

/**
 * 'outdated': the server no longer speaks this version. 'unclear': a server of an earlier era would answer so, and one of this era may (2026-07-28,
 * versioning: anything but a known error of this era means an earlier one). 'no': the failure says nothing of it.
 */
export function isKnownRefused({ cause }: Pick<AppError, 'cause'>): 'outdated' | 'unclear' | 'no' {
  const code = refusalOf(cause)?.code
  if (code === ProtocolErrorCode.UnsupportedProtocolVersion) return 'outdated'
  return code !== undefined || isRefusingStatus(cause) ? 'unclear' : 'no'
}

/** Whether the server refused the request before it ran, so that it may be sent again to a new session. */
export function hasNotRun({ cause }: Pick<AppError, 'cause'>): boolean {
  return isRefusingStatus(cause) || NOT_RUN.has(refusalOf(cause)?.code ?? 0)
}

function isRefusingStatus(cause: unknown): boolean {
  return cause instanceof SdkHttpError && REFUSING_STATUSES.has(cause.status ?? 0)
}
