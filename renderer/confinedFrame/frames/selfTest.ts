// Runs in a frame with exactly the headers of a confined document, before that is given out: does this browser enforce its
// Connection-Allowlist? One that does reports the connection that it refused (WICG/connection-allowlists, reporting).

/** A browser that enforces the list reports at once. One that does not never does. */
const WITHIN_MS = 3_000

const answer = (result: 'confined' | 'unconfined'): void => window.parent.postMessage(result, '*')

interface Refusal extends ReportBody {
  readonly connection?: unknown
  readonly disposition?: unknown
}

function isRefusal({ type, body }: Report): boolean {
  const refusal: Refusal | undefined = body ?? undefined
  return type === 'connection-allowlist' && refusal?.connection === 'webrtc' && refusal.disposition === 'enforce'
}

if ('ReportingObserver' in window && 'RTCPeerConnection' in window) {
  new ReportingObserver((reports) => reports.some(isRefusal) && answer('confined'), { buffered: true }).observe()
  new RTCPeerConnection().close()
  setTimeout(() => answer('unconfined'), WITHIN_MS)
} else answer('unconfined')
