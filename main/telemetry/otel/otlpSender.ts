import type { FetchLike } from '@modelcontextprotocol/client'
import type { TelemetryFailure, TelemetryRoute } from '../../../shared/domain/telemetry/telemetry'
import { ATTEMPTS, backoffMs, isRetryable, retryAfterMs } from './otlpRetry'
import { partialSuccess } from './partialSuccess'

/** A collector that takes longer than this gets nothing of that batch. It is what an exporter waits by default (OTEL_EXPORTER_OTLP_TIMEOUT). */
const WAITS_MS = 10_000
/** No attempt for a batch begins later than this, so that all of them end before the SDK takes it for lost (OTEL_BSP_EXPORT_TIMEOUT, 30 s). */
const LAST_BEGIN_MS = 20_000
/** More than this of an answer is not read. An answer that says why something was refused has a few hundred bytes. */
const ANSWER_BYTES = 65_536

export interface SenderDeps {
  readonly fetch: FetchLike
  readonly now: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
  readonly onSent: (count: number) => void
  readonly onDropped: (count: number, failure: TelemetryFailure) => void
}

export interface OtlpBatch {
  readonly body: Uint8Array
  /** How many spans, points or records are in it. */
  readonly count: number
  /** Reads the answer of a collector that took it. May throw whatever it wants. */
  readonly readAnswer: (bytes: Uint8Array) => unknown
}

type Failure = Omit<TelemetryFailure, 'at'>
/** `retryInMs`: when it may be sent again; absent when it may not. */
type Attempt = { readonly took: number; readonly failure?: Failure } | { readonly failure: Failure; readonly retryInMs?: number }

/**
 * Sends the batches of one signal over HTTP (OTLP 1.x). A collector that is overloaded, or away for a moment, gets a batch a few times more;
 * what it does not take is dropped and counted.
 */
export class OtlpSender {
  readonly #route: TelemetryRoute
  readonly #deps: SenderDeps
  readonly #closing = new AbortController()
  readonly #ending = new AbortController()
  /** A pause that the collector asked for, and why. */
  #pause: { readonly until: number; readonly failure: Failure } | undefined

  constructor(route: TelemetryRoute, deps: SenderDeps) {
    this.#route = route
    this.#deps = deps
  }

  /** Resolves with whether the collector took anything of a batch; never rejects. */
  async send(batch: OtlpBatch): Promise<boolean> {
    const { now, random } = this.#deps
    const ends = now() + LAST_BEGIN_MS
    for (let attempt = 1; ; attempt++) {
      const tried: Attempt = this.#paused() ?? (await this.#attempt(batch, attempt, random()))
      if ('took' in tried) return this.#taken(batch.count, tried)
      const { failure, retryInMs } = tried
      const mayRetry = retryInMs !== undefined && attempt < ATTEMPTS && now() + retryInMs < ends
      if (!mayRetry || !(await this.#waited(retryInMs, failure))) {
        this.#drop(batch.count, failure)
        return false
      }
    }
  }

  /** From now on nobody waits for a collector that cannot be reached; one that answers is still asked again. */
  end(): void {
    this.#ending.abort()
  }

  /** Gives up what is under way. */
  close(): void {
    this.#closing.abort()
  }

  /** One request. Redirects are not followed: the headers are for this host. */
  async #attempt({ body, count, readAnswer }: OtlpBatch, attempt: number, random: number): Promise<Attempt> {
    const late = AbortSignal.timeout(WAITS_MS)
    const { url, protocol, headers } = this.#route
    const backoff = backoffMs(attempt, random)
    try {
      const answer = await this.#deps.fetch(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
          'content-length': String(body.length),
        },
        body: streamOf(body),
        duplex: 'half',
        redirect: 'manual',
        signal: AbortSignal.any([late, this.#closing.signal]),
      })
      // The status says that it was taken, even if the rest of the answer never comes.
      if (answer.ok) return accepted(await startOf(answer.body).catch(() => undefined), { count, readAnswer })
      // Nothing that is said with a refusal matters beyond its status, however much it is.
      await answer.body?.cancel()
      const failure: Failure = { reason: 'refused', status: answer.status }
      if (!isRetryable(answer.status)) return { failure }
      const asked = retryAfterMs(answer.headers.get('retry-after'), this.#deps.now())
      if (asked !== undefined) this.#pause = { until: this.#deps.now() + asked, failure }
      return { failure, retryInMs: Math.max(backoff, asked ?? 0) }
    } catch {
      const isLate = late.aborted || this.#closing.signal.aborted
      // A collector that was only slow may have taken the batch.
      return isLate ? { failure: { reason: 'tooSlow' } } : { failure: { reason: 'unreachable' }, retryInMs: backoff }
    }
  }

  /** While the collector wants to be left alone, no batch is sent. */
  #paused(): Attempt | undefined {
    const { until = 0, failure } = this.#pause ?? {}
    const retryInMs = until - this.#deps.now()
    return failure && retryInMs > 0 ? { failure, retryInMs } : undefined
  }

  /** Resolves with whether the time passed; false: there is no time any more. */
  async #waited(ms: number, { reason }: Failure): Promise<boolean> {
    const signals = [this.#closing.signal, ...(reason === 'unreachable' ? [this.#ending.signal] : [])]
    try {
      await this.#deps.sleep(ms, AbortSignal.any(signals))
      return true
    } catch {
      return false
    }
  }

  #taken(count: number, { took, failure }: Extract<Attempt, { took: number }>): boolean {
    if (took > 0) this.#deps.onSent(took)
    if (failure) this.#drop(count - took, failure)
    return took > 0
  }

  #drop(count: number, failure: Failure): void {
    this.#deps.onDropped(count, { ...failure, at: this.#deps.now() })
  }
}

function accepted(bytes: Uint8Array | undefined, { count, readAnswer }: Pick<OtlpBatch, 'count' | 'readAnswer'>): Attempt {
  const { rejected = 0, words = '' } = (bytes && partialSuccess(read(bytes, readAnswer), count)) ?? {}
  if (rejected === 0) return { took: count }
  return { took: count - rejected, failure: { reason: 'partly', ...(words !== '' && { words }) } }
}

/** An answer that cannot be read says nothing. */
function read(bytes: Uint8Array, readAnswer: OtlpBatch['readAnswer']): unknown {
  try {
    return readAnswer(bytes)
  } catch {
    return undefined
  }
}

/** The bytes themselves, to be sent as they are. A fetch copies what it is given as bytes three times, at a megabyte for a full batch. */
function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (stream) => {
      stream.enqueue(bytes)
      stream.close()
    },
  })
}

/** The whole body; undefined if it is longer than an answer is. */
async function startOf(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the rest of the body.
    if (bytes > ANSWER_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
