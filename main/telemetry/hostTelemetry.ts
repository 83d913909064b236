import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { CallId, ServerId } from '../../shared/domain/ids'
import {
  noTelemetryCounts,
  type TelemetryConfig,
  type TelemetryCounts,
  type TelemetryFailure,
} from '../../shared/domain/telemetry/telemetry'
import type { TelemetrySignal } from '../../shared/domain/telemetry/telemetrySignals'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import type { DecisionFacts, QuestionFacts, SpanFacts, SpanKind } from './semanticConventions'
import type { OtelDeps, OtelTelemetry } from './otel/otelTelemetry'
import { noTelemetry, type Telemetry, type TelemetrySpan } from './telemetry'

/** How long what waits may take to be sent when telemetry is switched off, sent elsewhere, or Parley quits. */
const CLOSING_MS = 1_500

export interface HostTelemetryDeps extends Omit<OtelDeps, 'onSent' | 'onDropped'> {
  /** What a server is called in telemetry. */
  readonly aliasOf: (serverId: ServerId) => string
  readonly config: { config(): TelemetryConfig; readonly changes: { subscribe(listener: () => void): () => void } }
}

/** The owner of running telemetry: loads it when it is switched on, and counts what was sent. While it is off, nothing of it is loaded. */
export class HostTelemetry implements Telemetry, AsyncDisposable {
  /** Emitted after something was sent or dropped. */
  readonly changes = new Emitter<void>()
  readonly #deps: HostTelemetryDeps
  readonly #unsubscribe: () => void
  #counts: Omit<TelemetryCounts, 'lastError'> = noTelemetryCounts
  /** Why the last batch of a signal did not arrive, until one does. Each signal may have an address of its own. */
  readonly #failures = new Map<TelemetrySignal, TelemetryFailure>()
  #live: OtelTelemetry | undefined
  #following: Promise<void> = Promise.resolve()
  #closed = false

  constructor(deps: HostTelemetryDeps) {
    this.#deps = deps
    this.#unsubscribe = deps.config.changes.subscribe(() => this.#follow())
    if (deps.config.config().state === 'on') this.#follow()
  }

  /** Resolves when the configuration of this moment is in force. Resolves at once while telemetry is off. */
  settled(): Promise<void> {
    return this.#following
  }

  counts(): TelemetryCounts {
    const [lastError] = [...this.#failures.values()].toSorted((one, other) => other.at - one.at)
    return { ...this.#counts, ...(lastError && { lastError }) }
  }

  get recordsContent(): boolean {
    return this.#telemetry.recordsContent
  }

  begin<K extends SpanKind>(kind: K, facts: SpanFacts[K]): TelemetrySpan<K> {
    return this.#telemetry.begin(kind, this.#withAlias(facts))
  }

  asked(callId: CallId | undefined, facts: QuestionFacts): (outcome: 'answered' | 'failed') => void {
    return this.#telemetry.asked(callId, facts)
  }

  decided(callId: CallId, facts: DecisionFacts): void {
    this.#telemetry.decided(callId, this.#withAlias(facts))
  }

  outgoing(serverId: ServerId, message: JSONRPCMessage): JSONRPCMessage {
    return this.#telemetry.outgoing(serverId, message)
  }

  environmentFor(serverId: ServerId): Readonly<Record<string, string>> {
    return this.#telemetry.environmentFor(serverId)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    this.#unsubscribe()
    await this.#following
    await this.#stop()
  }

  /** While telemetry is off, nobody needs a name. */
  #withAlias<F extends object>(facts: F & { readonly serverId?: ServerId }): F {
    return this.#live && facts.serverId !== undefined ? { ...facts, serverAlias: this.#deps.aliasOf(facts.serverId) } : facts
  }

  get #telemetry(): Telemetry {
    return this.#live ?? noTelemetry
  }

  /** Stops at once what runs under an older configuration; what comes after it has begun waits for its end. */
  #follow(): void {
    const stopped = this.#stop()
    this.#following = this.#following.then(() => stopped).then(() => this.#start())
  }

  async #start(): Promise<void> {
    const config = this.#deps.config.config()
    if (this.#closed || this.#live || config.state === 'off') return
    try {
      const { OtelTelemetry: Live } = await import('./otel/otelTelemetry')
      const now = this.#deps.config.config()
      if (this.#isClosed() || now.state === 'off') return
      this.#live = new Live(now, { ...this.#deps, onSent: this.#sent, onDropped: this.#dropped })
      // What became of another address says nothing of this one.
      const { isReached: _reachedElsewhere, ...counts } = this.#counts
      this.#counts = counts
      this.#failures.clear()
    } catch (thrown) {
      log('error', 'Telemetry could not be started', { error: thrown })
    }
  }

  #isClosed(): boolean {
    return this.#closed
  }

  async #stop(): Promise<void> {
    const live = this.#live
    this.#live = undefined
    await live?.close(CLOSING_MS)
  }

  readonly #sent: OtelDeps['onSent'] = (count, signal) => {
    // What arrives now says that an earlier failure of this signal is over.
    this.#failures.delete(signal)
    this.#counts = { ...this.#counts, sent: this.#counts.sent + count, lastSentAt: this.#deps.now(), isReached: true }
    this.changes.emit()
  }

  readonly #dropped: OtelDeps['onDropped'] = (count, failure, signal) => {
    if (failure) this.#failures.set(signal, failure)
    this.#counts = { ...this.#counts, dropped: this.#counts.dropped + count }
    this.changes.emit()
  }
}
