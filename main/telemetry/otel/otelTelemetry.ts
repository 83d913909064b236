import { AsyncLocalStorage } from 'node:async_hooks'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { ROOT_CONTEXT, SpanKind as OtelKind, trace, TraceFlags, type SpanContext } from '@opentelemetry/api'
import type { CallId, ServerId } from '../../../shared/domain/ids'
import type { TelemetryOn } from '../../../shared/domain/telemetry'
import { isRecord } from '../../../shared/lib/json'
import {
  conventions,
  events,
  isHeartbeat,
  requestId,
  type Attributes,
  type DecisionFacts,
  type QuestionFacts,
  type SpanEnds,
  type SpanFacts,
  type SpanKind,
} from '../semanticConventions'
import { traceparent, type CallerTrace } from '../serverTraceContext'
import { noSpan, type Telemetry, type TelemetrySpan } from '../telemetry'
import { createPipeline, type Pipeline, type PipelineDeps } from './createPipeline'
import { MeasuredSpan, type SpanEnding } from './measuredSpan'
import { randomSpanId, randomTraceId } from './randomIds'
import { RecordedSpan } from './recordedSpan'
import { ServerTraces } from './serverTraces'

export interface OtelDeps extends PipelineDeps {
  /** The switches of a server. Undefined: there is no such server any more. */
  readonly switchesOf: (serverId: ServerId) => { readonly traceContext: boolean; readonly shareTraceId: boolean } | undefined
  /** On the command line. One that is not recorded keeps Parley's spans from being recorded too. */
  readonly caller: CallerTrace | undefined
}

/** When a span began. */
interface Began {
  /** Milliseconds since 1970. */
  readonly ms: number
  /** Milliseconds that only grow. */
  readonly ticks: number
}

interface Beginning {
  readonly name: string
  readonly kind: 'internal' | 'client'
  readonly attributes: Attributes
  readonly began: Began
}

/** Telemetry that is on. It is loaded by `hostTelemetry.ts` only then. */
export class OtelTelemetry implements Telemetry {
  readonly recordsContent: boolean
  readonly #deps: OtelDeps
  readonly #pipeline: Pipeline
  readonly #active = new AsyncLocalStorage<MeasuredSpan>()
  readonly #calls = new Map<CallId, MeasuredSpan>()
  /** The parent of what has none in Parley, and how servers know its trace. */
  readonly #root: { readonly context: SpanContext; readonly traces: ServerTraces } | undefined

  constructor(config: TelemetryOn, deps: OtelDeps) {
    this.recordsContent = config.content
    this.#deps = deps
    this.#pipeline = createPipeline(config, deps)
    this.#root = deps.caller && { context: contextOf(deps.caller), traces: new ServerTraces() }
  }

  close(ms: number): Promise<void> {
    return this.#pipeline.close(ms)
  }

  begin<K extends SpanKind>(kind: K, facts: SpanFacts[K]): TelemetrySpan<K> {
    try {
      if (this.#isQuiet(facts)) {
        const began = this.#moments()
        return { within: (run) => run(), end: (how) => harmless(() => this.#failedQuietly(kind, facts, how, began)) }
      }
      const span = this.#begin(kind, facts)
      return {
        within: (run) => this.#active.run(span, run),
        end: (how) => harmless(() => span.end(this.#ending(kind, how))),
      }
    } catch {
      return noSpan
    }
  }

  asked(callId: CallId | undefined, facts: QuestionFacts): (outcome: 'answered' | 'failed') => void {
    const span = (callId === undefined ? undefined : this.#calls.get(callId)) ?? this.#current()
    span?.event(events.asked.name, events.asked.attributes(facts))
    return (outcome) => span?.event(events.ended.name, events.ended.attributes(facts, outcome))
  }

  decided(callId: CallId, facts: DecisionFacts): void {
    const span = this.#calls.get(callId) ?? this.#current()
    const { name, attributes } = events.decision
    harmless(() =>
      this.#pipeline.emit?.({
        eventName: name,
        body: name,
        severityNumber: 9,
        severityText: 'INFO',
        timestamp: new Date(this.#deps.now()),
        attributes: attributes(facts),
        ...(span?.recorded && { context: trace.setSpanContext(ROOT_CONTEXT, span.recorded.spanContext()) }),
      }),
    )
  }

  outgoing(serverId: ServerId, message: JSONRPCMessage): JSONRPCMessage {
    try {
      return this.#inTrace(serverId, message)
    } catch {
      return message
    }
  }

  #inTrace(serverId: ServerId, message: JSONRPCMessage): JSONRPCMessage {
    if (!('method' in message) || !this.#pipeline.spans) return message
    const switches = this.#deps.switchesOf(serverId)
    const active = this.#current()
    const isOwn = active?.kind === 'request' || (active?.kind === 'tool' && message.method === 'tools/call')
    if ('id' in message && isOwn) active.set({ [requestId]: String(message.id) })
    if (!switches?.traceContext || (!active && isHeartbeat(message))) return message
    const sent = active ?? this.#moment(serverId, message.method)
    const context = this.#contextFor(serverId, sent, switches.shareTraceId)
    if (!context) return message
    const params: unknown = message.params
    const known = isRecord(params) ? params : {}
    const meta = isRecord(known['_meta']) ? known['_meta'] : {}
    return { ...message, params: { ...known, _meta: { ...meta, ...context } } }
  }

  environmentFor(serverId: ServerId): Readonly<Record<string, string>> {
    const { caller, switchesOf } = this.#deps
    const switches = switchesOf(serverId)
    if (!caller || !this.#pipeline.spans || !switches?.traceContext || !switches.shareTraceId) return {}
    const { tracestate } = caller
    return { TRACEPARENT: traceparent(caller, caller.sampled), ...(tracestate !== undefined && { TRACESTATE: tracestate }) }
  }

  /** The span in which this work began. One that is over is no parent: a process or a ping that began inside a call outlives the call. */
  #current(): MeasuredSpan | undefined {
    const span = this.#active.getStore()
    return span?.isOver === true ? undefined : span
  }

  /** Whether Parley asks by itself whether a server is there, in no work of anybody's. */
  #isQuiet(facts: SpanFacts[SpanKind]): boolean {
    return 'method' in facts && isHeartbeat(facts) && this.#current() === undefined
  }

  #failedQuietly<K extends SpanKind>(kind: K, facts: SpanFacts[K], how: SpanEnds[K], began: Began): void {
    if (how.error !== undefined) this.#begin(kind, facts, began).end(this.#ending(kind, how))
  }

  #begin<K extends SpanKind>(kind: K, facts: SpanFacts[K], began = this.#moments()): MeasuredSpan {
    const parent = this.#parentOf(facts)
    const convention = conventions[kind]
    const content = this.recordsContent ? convention.beginContent?.(facts) : undefined
    const attributes = { ...convention.begin(facts), ...content }
    const measure = { now: this.#now, began: began.ticks, pipeline: this.#pipeline, duration: convention.duration }
    // A call has one span: what MCP knows of it is added to the one that is there (conventions for MCP, "Client").
    const isSame = kind === 'request' && parent?.kind === 'tool' && 'method' in facts && facts.method === 'tools/call'
    if (isSame) {
      const round = parent.nextRound()
      if (round > 1) parent.event(events.round.name, events.round.attributes(round))
      parent.set(attributes)
      return new MeasuredSpan(kind, { ...measure, traces: parent.traces, recorded: parent.recorded, attributes, owns: false })
    }
    const recorded = this.#record({ name: convention.name(facts), kind: convention.kind, attributes, began }, parent)
    const span = new MeasuredSpan(kind, { ...measure, traces: this.#tracesOf(parent), recorded, attributes, owns: true })
    const callId = 'callId' in facts ? facts.callId : undefined
    if (callId !== undefined && !this.#calls.has(callId)) {
      this.#calls.set(callId, span)
      span.onEnd = () => this.#calls.delete(callId)
    }
    return span
  }

  /**
   * What a server asks arrives in whatever context its messages are read, so that only the call that it belongs to can be its parent.
   */
  #parentOf(facts: SpanFacts[SpanKind]): MeasuredSpan | undefined {
    if (!('sampling' in facts) || !facts.sampling) return this.#current()
    const { callId } = facts.sampling
    return callId === undefined ? undefined : this.#calls.get(callId)
  }

  #record({ name, kind, attributes, began }: Beginning, parent: MeasuredSpan | undefined): RecordedSpan | undefined {
    const { spans } = this.#pipeline
    if (!spans) return undefined
    const above = parent?.recorded?.spanContext() ?? this.#root?.context
    return new RecordedSpan({
      origin: spans.origin,
      name,
      kind: kind === 'client' ? OtelKind.CLIENT : OtelKind.INTERNAL,
      context: {
        traceId: above?.traceId ?? randomTraceId(),
        spanId: randomSpanId(),
        traceFlags: above?.traceFlags ?? TraceFlags.SAMPLED,
      },
      parent: above,
      attributes,
      startMs: began.ms,
      startTicks: began.ticks,
    })
  }

  #tracesOf(parent: MeasuredSpan | undefined): ServerTraces {
    return parent?.traces ?? this.#root?.traces ?? new ServerTraces()
  }

  #ending<K extends SpanKind>(kind: K, how: SpanEnds[K]): SpanEnding {
    const convention = conventions[kind]
    const content = this.recordsContent ? convention.endContent?.(how) : undefined
    return { error: how.error, attributes: convention.end(how), content, usage: 'inputTokens' in how ? how : {} }
  }

  #moments(): Began {
    return { ms: this.#deps.now(), ticks: this.#now() }
  }

  readonly #now = (): number => performance.now()

  /** A message that belongs to no work, such as a notification about folders, has a span without length. */
  #moment(serverId: ServerId, method: string): MeasuredSpan {
    const span = this.#begin('request', { serverId, method })
    span.end(this.#ending('request', {}))
    return span
  }

  #contextFor(serverId: ServerId, span: MeasuredSpan, shares: boolean): Readonly<Record<string, string>> | undefined {
    if (!span.recorded) return undefined
    const own = span.recorded.spanContext()
    const sampled = own.traceFlags === TraceFlags.SAMPLED
    if (shares) {
      const { tracestate } = this.#deps.caller ?? {}
      return { traceparent: traceparent(own, sampled), ...(tracestate !== undefined && { tracestate }) }
    }
    return { traceparent: traceparent(span.seenBy(serverId), sampled) }
  }
}

/** The trace of a caller. Its `tracestate` is kept apart: only a server that shares the trace gets it. */
function contextOf({ traceId, spanId, sampled }: CallerTrace): SpanContext {
  return { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true }
}

/** Whatever the measuring does, the work goes on. */
function harmless(work: () => void): void {
  try {
    work()
  } catch {
    // What is not measured is missing; there is nobody to tell.
  }
}
