import { AsyncLocalStorage } from 'node:async_hooks'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { ROOT_CONTEXT, trace, TraceFlags, type SpanContext } from '@opentelemetry/api'
import type { CallId, ServerId } from '../../../shared/domain/ids'
import type { TelemetryOn } from '../../../shared/domain/telemetry/telemetry'
import { isRecord } from '../../../shared/lib/json'
import {
  conventions,
  events,
  isHeartbeat,
  requestId,
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
import { otelKind, RecordedSpan, type RecordedSpanParts } from './recordedSpan'
import { ServerTraces } from './serverTraces'
import { SpanDescriptions } from './spanDescriptions'

export interface OtelDeps extends PipelineDeps {
  /** The switches of a server. Undefined: there is no such server any more. */
  readonly switchesOf: (serverId: ServerId) => { readonly traceContext: boolean; readonly shareTraceId: boolean } | undefined
  /** On the command line. One that is not recorded keeps Parley's spans from being recorded too. */
  readonly caller: CallerTrace | undefined
  /** The span of the request that is being sent, as `begin` returned it. */
  readonly requestSpan?: () => object | undefined
  /** Whether content is not recorded now, although it may be: it may belong to a temporary conversation. */
  readonly withholdsContent?: () => boolean
}

/** When a span began. */
interface Began {
  /** Milliseconds since 1970. */
  readonly ms: number
  /** Milliseconds that only grow. */
  readonly ticks: number
}

interface Beginning extends Pick<RecordedSpanParts, 'shared'> {
  readonly described: Pick<RecordedSpanParts, 'name' | 'kind' | 'attributes'>
  readonly began: Began
}

/** A span as owners have it. */
class LiveSpan<K extends SpanKind> implements TelemetrySpan<K> {
  readonly measured: MeasuredSpan
  readonly #kind: K
  readonly #telemetry: OtelTelemetry

  constructor(kind: K, measured: MeasuredSpan, telemetry: OtelTelemetry) {
    this.#kind = kind
    this.measured = measured
    this.#telemetry = telemetry
  }

  within<T>(run: () => T): T {
    return this.#telemetry.within(this.measured, run)
  }

  end(how: SpanEnds[K]): void {
    this.#telemetry.end(this.#kind, this.measured, how)
  }
}

/** Telemetry that is on. It is loaded by `hostTelemetry.ts` only then. */
export class OtelTelemetry implements Telemetry {
  readonly #mayRecordContent: boolean
  readonly #deps: OtelDeps
  readonly #pipeline: Pipeline
  readonly #active = new AsyncLocalStorage<MeasuredSpan>()
  /** The spans of the calls that are under way, the newest last. They are few, and a map of them costs more at each call. */
  readonly #calls: MeasuredSpan[] = []
  /** How many spans began. */
  #begun = 0
  readonly #descriptions = new SpanDescriptions()
  /** The parent of what has none in Parley, and how servers know its trace. */
  readonly #root: { readonly context: SpanContext; readonly traces: ServerTraces } | undefined

  constructor(config: TelemetryOn, deps: OtelDeps) {
    this.#mayRecordContent = config.content
    this.#deps = deps
    this.#pipeline = createPipeline(config, deps)
    this.#root = deps.caller && { context: contextOf(deps.caller), traces: new ServerTraces() }
  }

  get recordsContent(): boolean {
    return this.#mayRecordContent && !this.#deps.withholdsContent?.()
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
      return new LiveSpan(kind, this.#begin(kind, facts), this)
    } catch {
      return noSpan
    }
  }

  /** For `LiveSpan`. */
  within<T>(span: MeasuredSpan, run: () => T): T {
    return this.#active.run(span, run)
  }

  /** For `LiveSpan`. Whatever the measuring does, the work goes on. */
  end<K extends SpanKind>(kind: K, span: MeasuredSpan, how: SpanEnds[K]): void {
    try {
      span.end(this.#ending(kind, how))
    } catch {
      // What is not measured is missing; there is nobody to tell.
    }
  }

  asked(callId: CallId | undefined, facts: QuestionFacts): (outcome: 'answered' | 'failed') => void {
    const span = (callId === undefined ? undefined : this.#ofCall(callId)) ?? this.#current()
    span?.event(events.asked.name, events.asked.attributes(facts))
    return (outcome) => span?.event(events.ended.name, events.ended.attributes(facts, outcome))
  }

  decided(callId: CallId, facts: DecisionFacts): void {
    const span = this.#ofCall(callId) ?? this.#current()
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
    const around = this.#active.getStore()
    const request = this.#deps.requestSpan?.()
    const inRequest = request instanceof LiveSpan ? request.measured : undefined
    // Both are around this work, so that the one that began last is the nearer one.
    const span = around && inRequest ? (around.order > inRequest.order ? around : inRequest) : (around ?? inRequest)
    return span?.isOver === true ? undefined : span
  }

  #ofCall(callId: CallId): MeasuredSpan | undefined {
    return this.#calls.findLast((span) => span.callId === callId)
  }

  readonly #callEnded = (span: MeasuredSpan): void => {
    const at = this.#calls.lastIndexOf(span)
    const last = this.#calls.pop()
    if (last && last !== span) this.#calls[at] = last
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
    const description = this.#descriptions.of(convention, facts)
    const attributes = description?.attributes ?? convention.begin(facts)
    const parts = { pipeline: this.#pipeline, now: this.#now, began: began.ticks, duration: convention.duration, attributes, description }
    // A call has one span: what MCP knows of it is added to the one that is there (conventions for MCP, "Client").
    const isSame = kind === 'request' && parent?.kind === 'tool' && 'method' in facts && facts.method === 'tools/call'
    const order = ++this.#begun
    if (isSame) {
      const round = parent.nextRound()
      if (round > 1) parent.event(events.round.name, events.round.attributes(round))
      parent.set(attributes)
      if (content) parent.set(content)
      return new MeasuredSpan(kind, parts, { order, traces: parent.traces, recorded: parent.recorded, owns: false })
    }
    const described = description
      ? { name: description.name, kind: description.kind, attributes: { ...content } }
      : { name: convention.name(facts), kind: otelKind(convention.kind), attributes: { ...attributes, ...content } }
    const recorded = this.#record({ described, shared: description, began }, parent)
    const span = new MeasuredSpan(kind, parts, { order, traces: this.#tracesOf(parent), recorded, owns: true })
    const callId = 'callId' in facts ? facts.callId : undefined
    if (callId !== undefined && !this.#ofCall(callId)) {
      span.callId = callId
      span.onEnd = this.#callEnded
      this.#calls.push(span)
    }
    return span
  }

  /**
   * What a server asks arrives in whatever context its messages are read, so that only the call that it belongs to can be its parent.
   */
  #parentOf(facts: SpanFacts[SpanKind]): MeasuredSpan | undefined {
    if (!('sampling' in facts) || !facts.sampling) return this.#current()
    const { callId } = facts.sampling
    return callId === undefined ? undefined : this.#ofCall(callId)
  }

  #record({ described, shared, began }: Beginning, parent: MeasuredSpan | undefined): RecordedSpan | undefined {
    const { spans } = this.#pipeline
    if (!spans) return undefined
    const above = parent?.recorded?.spanContext() ?? this.#root?.context
    return new RecordedSpan({
      origin: spans.origin,
      name: described.name,
      kind: described.kind,
      context: {
        traceId: above?.traceId ?? randomTraceId(),
        spanId: randomSpanId(),
        traceFlags: above?.traceFlags ?? TraceFlags.SAMPLED,
      },
      parent: above,
      attributes: described.attributes,
      shared,
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
    return { error: how.error, attributes: convention.end(how), content, usage: 'inputTokens' in how ? how : undefined }
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
