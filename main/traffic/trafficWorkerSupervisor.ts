import { Worker } from 'node:worker_threads'
import type { Limits } from '../../shared/domain/defaultLimits'
import { isRecord } from '../../shared/lib/json'
import { log } from '../lib/log'

/** Pauses before each restart of a thread that ended by itself. After the last one it is not restarted. */
const PAUSES_MS = [200, 1_000, 5_000]

/** A message record as a table row: server, connection, call, at, direction, bytes, json, and whether its text was cut. */
export type MessageRecordRow = readonly [
  server: string,
  connection: string,
  call: string | null,
  at: number,
  direction: string,
  bytes: number,
  json: string,
  cut: boolean,
]

type Order =
  | { readonly do: 'hide'; readonly texts: readonly string[] }
  | {
      readonly do: 'write'
      readonly rows: readonly MessageRecordRow[]
      readonly bounds: Pick<Limits, 'messageRecordsKept' | 'messageRecordBytesKept' | 'messageRecordBytesPerServer'>
    }
  | { readonly do: 'rename'; readonly from: string; readonly to: string }
  | { readonly do: 'tell' }
  | { readonly do: 'end' }

export interface TrafficWorkerSupervisorDeps {
  /** Path of the thread's script. */
  readonly script: string
  /** Path of the database, which exists already. */
  readonly file: string
  readonly pausesMs?: readonly number[]
}

/**
 * Runs the thread that writes messages. The thread executes orders in sequence, so a slow or full disk delays nothing else. If it ends by
 * itself, a new one continues, a few times.
 */
export class TrafficWorkerSupervisor {
  readonly #deps: TrafficWorkerSupervisorDeps
  readonly #pauses: number[]
  /** Orders that are not done yet, in sequence, with their callers. */
  readonly #waiting: { readonly order: Order; readonly done: () => void }[] = []
  readonly #ended = Promise.withResolvers<void>()
  #state: 'running' | 'closing' | 'ended' = 'running'
  #worker: Worker | undefined
  /** Whether the worker is ready for orders. */
  #ready = false
  #timer: NodeJS.Timeout | undefined
  #hidden: readonly string[] = []

  constructor(deps: TrafficWorkerSupervisorDeps) {
    this.#deps = deps
    this.#pauses = [...(deps.pausesMs ?? PAUSES_MS)]
    this.#start()
  }

  /** Resolves when the order is done, even if it failed: recording must not delay anything else. */
  tell(order: Order): Promise<void> {
    if (this.#state === 'ended') return Promise.resolve()
    if (order.do === 'hide') this.#hidden = order.texts
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ order, done: resolve })
    this.#worker?.postMessage(order)
    return promise
  }

  /** Resolves when everything is written and the file is closed. */
  async close(): Promise<void> {
    if (this.#state === 'ended') return
    this.#state = 'closing'
    void this.tell({ do: 'end' })
    // Otherwise an idle program would end here before the last messages are written.
    if (this.#worker) this.#worker.ref()
    else this.#start()
    await this.#ended.promise
  }

  #start(): void {
    clearTimeout(this.#timer)
    this.#ready = false
    const { script, file } = this.#deps
    const worker = new Worker(script, { execArgv: [], env: {}, workerData: { file, hidden: this.#hidden } })
    if (this.#state === 'running') worker.unref()
    worker.on('message', (message: unknown) => this.#hear(message))
    worker.on('error', (error) => log('warn', 'The thread that records messages failed', { error }))
    worker.on('exit', () => this.#exited())
    for (const { order } of this.#waiting) worker.postMessage(order)
    this.#worker = worker
  }

  #hear(message: unknown): void {
    if (!isRecord(message)) return
    const { did, failed } = message
    if (failed !== undefined) log('warn', whatFailed(did), { error: failed })
    if (did === 'start') this.#ready = true
    else this.#waiting.shift()?.done()
  }

  #exited(): void {
    this.#worker = undefined
    const next = this.#waiting[0]?.order
    if (this.#state === 'closing' && (!next || next.do === 'end')) return this.#end()
    if (this.#ready && next?.do === 'write') this.#lose(next.rows.length)
    const pauseMs = this.#pauses.shift()
    if (pauseMs === undefined) {
      log('error', 'Messages can no longer be recorded until Parley is started again')
      return this.#end()
    }
    log('warn', 'The thread that records messages ended, and is started again', { pauseMs })
    if (this.#state === 'closing') this.#start()
    else this.#timer = setTimeout(() => this.#start(), pauseMs).unref()
  }

  /** Gives up an order that a thread was writing when it ended. The rows may be written already, and they may also end the next thread. */
  #lose(count: number): void {
    log('warn', 'Messages may be lost that were being written', { count })
    this.#waiting.shift()?.done()
  }

  #end(): void {
    this.#state = 'ended'
    for (const { done } of this.#waiting.splice(0)) done()
    this.#ended.resolve()
  }
}

function whatFailed(did: unknown): string {
  if (did === 'start') return 'Messages that are too old could not be deleted'
  if (did === 'rename') return 'The messages of a renamed server keep its old name'
  return 'Messages could not be recorded'
}
