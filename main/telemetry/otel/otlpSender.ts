import type { FetchLike } from '@modelcontextprotocol/client'
import type { TelemetryFailure, TelemetryRoute } from '../../../shared/domain/telemetry'

/** A collector that takes longer than this gets nothing of that batch. It is what an exporter waits by default (OTEL_EXPORTER_OTLP_TIMEOUT). */
const WAITS_MS = 10_000

export interface SenderDeps {
  readonly fetch: FetchLike
  readonly now: () => number
  readonly onSent: (count: number) => void
  readonly onDropped: (count: number, failure?: TelemetryFailure) => void
}

/** Sends the batches of one signal over HTTP (OTLP 1.x). What a collector does not take is dropped and counted; nothing is sent twice. */
export class OtlpSender {
  readonly #route: TelemetryRoute
  readonly #deps: SenderDeps
  readonly #closing = new AbortController()

  constructor(route: TelemetryRoute, deps: SenderDeps) {
    this.#route = route
    this.#deps = deps
  }

  /** Resolves with whether the collector took a batch of so many things; never rejects. Redirects are not followed: the headers are for this host. */
  async send(body: Uint8Array, count: number): Promise<boolean> {
    const late = AbortSignal.timeout(WAITS_MS)
    const { url, protocol, headers } = this.#route
    try {
      const answer = await this.#deps.fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': protocol === 'http/json' ? 'application/json' : 'application/x-protobuf' },
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.any([late, this.#closing.signal]),
      })
      // Nothing that a collector says matters beyond its status, however much it says.
      await answer.body?.cancel()
      if (answer.ok) this.#deps.onSent(count)
      else this.#deps.onDropped(count, { reason: 'refused', status: answer.status, at: this.#deps.now() })
      return answer.ok
    } catch {
      this.#deps.onDropped(count, {
        reason: late.aborted || this.#closing.signal.aborted ? 'tooSlow' : 'unreachable',
        at: this.#deps.now(),
      })
      return false
    }
  }

  /** Gives up what is under way. */
  close(): void {
    this.#closing.abort()
  }
}
