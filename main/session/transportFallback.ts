import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { refusalIn } from './explainSdkError'
import type { OpenedTransport } from '../transport/openTransport'

// Pure decisions: after which failed attempts Parley tries an older transport, or an older era of the protocol.

/** The HTTP statuses with which a server of the older transport answers a POST (2026-07-28, Streamable HTTP, backwards compatibility). */
const HTTP_SSE_STATUSES = new Set([400, 404, 405])
/** JSON-RPC error codes of the 2026 era. A server that sends one speaks Streamable HTTP. */
const MODERN_REFUSALS = new Set([-32_020, -32_021, -32_022])

/** An attempt to connect that failed. */
export interface FailedAttempt {
  readonly ok: false
  readonly thrown: unknown
  readonly transport: OpenedTransport
}

/** Whether the URL seems to speak only HTTP+SSE, the transport before Streamable HTTP. */
export function isHttpSseOnly({ thrown }: Pick<FailedAttempt, 'thrown'>): boolean {
  if (!(thrown instanceof SdkHttpError) || !HTTP_SSE_STATUSES.has(thrown.status)) return false
  return !MODERN_REFUSALS.has(refusalIn(thrown)?.code ?? 0)
}

/** Whether a server that was taken for one of the 2025 era refused `initialize`, so that it is probed after all. */
export function refusedInitialize(failed: FailedAttempt): boolean {
  return failed.thrown instanceof ProtocolError || failed.transport.wire.saidVersions !== undefined || isHttpSseOnly(failed)
}

/** Whether a local server ended at the probe. Some end at any request before `initialize`. */
export function endedWhenProbed({ thrown, transport }: FailedAttempt): boolean {
  return thrown instanceof SdkError && thrown.code === SdkErrorCode.EraNegotiationFailed && transport.process?.exit !== undefined
}
