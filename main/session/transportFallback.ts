import { ProtocolErrorCode, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { METHOD_NOT_FOUND, refusalIn } from './explainSdkError'
import { refusalOf, versionsNamed } from './readVersionRefusal'
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
  /** Where the server sent a request instead, if Parley does not follow there. */
  readonly redirectedTo: string | undefined
}

/** Whether the URL seems to speak only HTTP+SSE, the transport before Streamable HTTP. */
export function isHttpSseOnly({ thrown }: Pick<FailedAttempt, 'thrown'>): boolean {
  if (!(thrown instanceof SdkHttpError) || !HTTP_SSE_STATUSES.has(thrown.status)) return false
  return !MODERN_REFUSALS.has(refusalIn(thrown)?.code ?? 0)
}

/** Whether a server that was taken for one of the 2025 era refused `initialize`, so that it is probed after all. */
export function refusedInitialize(failed: FailedAttempt): boolean {
  return refusalOf(failed.thrown) !== undefined || failed.transport.wire.saidVersions !== undefined || isHttpSseOnly(failed)
}

/** Whether a local server ended at the probe. Some end at any request before `initialize`. */
export function endedWhenProbed({ thrown, transport }: FailedAttempt): boolean {
  return thrown instanceof SdkError && thrown.code === SdkErrorCode.EraNegotiationFailed && transport.process?.exit !== undefined
}

/** The codes with which a server refuses a version. The first is of 2025-11-25 (lifecycle: version negotiation), the other of 2026-07-28. */
const VERSION_REFUSALS: ReadonlySet<number> = new Set([ProtocolErrorCode.InvalidParams, ProtocolErrorCode.UnsupportedProtocolVersion])

/**
 * Which of these versions of the 2025 era to offer again, when a server refused ours and named its own. A server should answer with its own
 * version instead.
 */
export function commonVersions(failed: FailedAttempt, ours: readonly string[]): readonly string[] {
  const refusal = refusalOf(failed.thrown)
  if (!refusal || !VERSION_REFUSALS.has(refusal.code)) return []
  const theirs = versionsSaid(failed)
  return ours.filter((version) => theirs.includes(version))
}

/** The versions that a server named, in whatever way it refused ours. */
export function versionsSaid(failed: FailedAttempt): readonly string[] {
  const refusal = refusalOf(failed.thrown)
  const named = refusal ? versionsNamed(refusal) : []
  return [...new Set([...(failed.transport.wire.saidVersions ?? []), ...named])]
}

/** Whether a server answered as one does that knows nothing of the greeting it got, or did not answer it at all. */
export function knowsNoSuchGreeting(failed: FailedAttempt): boolean {
  const { thrown, transport } = failed
  if (thrown instanceof SdkError && thrown.code === SdkErrorCode.EraNegotiationFailed) {
    return thrown.cause === undefined && transport.process?.exit === undefined
  }
  const code = refusalOf(failed.thrown)?.code
  return code === METHOD_NOT_FOUND || code === ProtocolErrorCode.UnsupportedProtocolVersion
}
