import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a collector answers. 'silent': it takes the request and never answers. */
export type ReceiverAnswer =
  number | 'silent' | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Uint8Array }

export interface ReceivedBatch {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

type Value = string | number | boolean | readonly string[] | undefined

interface ReceivedEvent {
  readonly name: string
  readonly attributes: Readonly<Record<string, Value>>
}

/** A span as it came over the wire. */
export interface ReceivedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: Readonly<Record<string, Value>>
  readonly events: readonly ReceivedEvent[]
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: number
}

/** A histogram as it came over the wire. */
interface ReceivedMetric {
  readonly name: string
  readonly unit: string
  readonly points: readonly {
    readonly bounds: readonly number[]
    readonly count: number
    readonly attributes: Readonly<Record<string, Value>>
  }[]
}

/** A collector for tests: OTLP over HTTP on this computer. */
export class OtlpReceiver implements AsyncDisposable {
  readonly batches: ReceivedBatch[] = []
  answer: ReceiverAnswer = 200
  /** What the next requests are answered with, before `answer`. */
  readonly nextAnswers: ReceiverAnswer[] = []
  readonly #server = createServer((request, response) => void this.#take(request, response))

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Every text that arrived, whatever signal it belongs to. */
  get text(): string {
    return this.batches.map(({ body }) => body.toString('latin1')).join('\n')
  }

  /** The spans of batches in JSON. */
  spans(): readonly ReceivedSpan[] {
    return this.json('/v1/traces').flatMap(({ resourceSpans }) =>
      (resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(spanOf))),
    )
  }

  /** The histograms of batches in JSON. */
  metrics(): readonly ReceivedMetric[] {
    return this.json('/v1/metrics').flatMap(({ resourceMetrics }) =>
      (resourceMetrics ?? []).flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics.map(metricOf))),
    )
  }

  /** The attributes of what sent spans, for each batch in JSON. */
  resources(): readonly Readonly<Record<string, Value>>[] {
    return this.json('/v1/traces').flatMap(({ resourceSpans }) =>
      (resourceSpans ?? []).map(({ resource }) => attributesOf(resource.attributes)),
    )
  }

  json(path: string): readonly OtlpJson[] {
    return this.batches.filter((batch) => batch.path === path).map(({ body }) => JSON.parse(body.toString('utf8')) as OtlpJson)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    this.batches.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    const answer = this.nextAnswers.shift() ?? this.answer
    if (answer === 'silent') return
    const { status, headers = {}, body = '{}' } = typeof answer === 'number' ? { status: answer } : answer
    response.writeHead(status, { 'content-type': request.headers['content-type'] ?? '', ...headers }).end(body)
  }
}

interface JsonAttribute {
  readonly key: string
  readonly value: {
    readonly stringValue?: string
    readonly intValue?: number
    readonly doubleValue?: number
    readonly boolValue?: boolean
    readonly arrayValue?: { readonly values: readonly { readonly stringValue: string }[] }
  }
}

interface JsonSpan extends Pick<ReceivedSpan, 'name' | 'kind' | 'traceId' | 'spanId' | 'parentSpanId' | 'links'> {
  readonly attributes: readonly JsonAttribute[]
  readonly events: readonly { readonly name: string; readonly attributes: readonly JsonAttribute[] }[]
  readonly status: { readonly code: number }
}

interface JsonMetric {
  readonly name: string
  readonly unit: string
  readonly histogram: {
    readonly dataPoints: readonly {
      readonly explicitBounds: readonly number[]
      readonly count: number
      readonly attributes: readonly JsonAttribute[]
    }[]
  }
}

export interface OtlpJson {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly JsonAttribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly JsonSpan[] }[]
  }[]
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly JsonMetric[] }[]
  }[]
  readonly resourceLogs?: readonly {
    readonly scopeLogs: readonly {
      readonly logRecords: readonly {
        readonly eventName: string
        readonly traceId?: string
        readonly attributes: readonly JsonAttribute[]
      }[]
    }[]
  }[]
}

function spanOf({ attributes, events, status, links, ...span }: JsonSpan): ReceivedSpan {
  const received = events.map((event) => ({ name: event.name, attributes: attributesOf(event.attributes) }))
  return { ...span, links, attributes: attributesOf(attributes), events: received, status: status.code }
}

function metricOf({ name, unit, histogram }: JsonMetric): ReceivedMetric {
  const points = histogram.dataPoints.map(({ explicitBounds, count, attributes }) => ({
    bounds: explicitBounds,
    count,
    attributes: attributesOf(attributes),
  }))
  return { name, unit, points }
}

export function attributesOf(list: readonly JsonAttribute[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    list.map(({ key, value }) => [
      key,
      value.stringValue ??
        value.intValue ??
        value.doubleValue ??
        value.boolValue ??
        value.arrayValue?.values.map(({ stringValue }) => stringValue),
    ]),
  )
}
