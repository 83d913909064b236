import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { CallId, ServerId } from '../../shared/domain/ids'
import type { DecisionFacts, QuestionFacts, SpanEnds, SpanFacts, SpanKind } from './semanticConventions'

/** A piece of work that is being measured. */
export interface TelemetrySpan<K extends SpanKind> {
  /** Runs work as a part of this span: spans and messages that begin inside belong to it. */
  within<T>(run: () => T): T
  /** Ends the span. Only the first end counts. */
  end(how: SpanEnds[K]): void
}

/** What owners tell of their work. It never throws, never waits, and does nothing while telemetry is off. */
export interface Telemetry {
  begin<K extends SpanKind>(kind: K, facts: SpanFacts[K]): TelemetrySpan<K>
  /** Whether what people say and what tools return is recorded. Who has none of it at hand need not prepare it otherwise. */
  readonly recordsContent: boolean
  /** A server asked a person something. Returns what tells how that ended. */
  asked(callId: CallId | undefined, facts: QuestionFacts): (outcome: 'answered' | 'failed') => void
  /** Somebody or something decided whether a call may run. */
  decided(callId: CallId, facts: DecisionFacts): void
  /** Adds the trace context to one of our requests or notifications (SEP-414), if this server gets it. */
  outgoing(serverId: ServerId, message: JSONRPCMessage): JSONRPCMessage
  /** The trace context for a process that is started for one command. */
  environmentFor(serverId: ServerId): Readonly<Record<string, string>>
}

export const noSpan: TelemetrySpan<SpanKind> = { within: (run) => run(), end: () => undefined }

const ended = (): void => undefined

/** Telemetry that is off. */
export const noTelemetry: Telemetry = {
  begin: () => noSpan,
  recordsContent: false,
  asked: () => ended,
  decided: () => undefined,
  outgoing: (_serverId, message) => message,
  environmentFor: () => ({}),
}
