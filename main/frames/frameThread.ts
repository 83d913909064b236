import { Worker } from 'node:worker_threads'
import type { Limits } from '../../shared/domain/limits'
import { isRecord } from '../../shared/lib/json'
import { log } from '../lib/log'

/** A frame as its table has it: server, connection, call, at, direction, bytes, json. */
export type FrameRow = readonly [
  server: string,
  connection: string,
  call: string | null,
  at: number,
  direction: string,
  bytes: number,
  json: string,
]

type Order =
  | { readonly do: 'hide'; readonly texts: readonly string[] }
  | {
      readonly do: 'write'
      readonly rows: readonly FrameRow[]
      readonly bounds: Pick<Limits, 'framesKept' | 'frameBytesKept' | 'frameBytesPerServer'>
    }
  | { readonly do: 'rename'; readonly from: string; readonly to: string }
  | { readonly do: 'tell' }
  | { readonly do: 'end' }

/** The thread that writes frames. It does what it is told in order, so that a disk that is slow or full holds up nobody else. */
export class FrameThread {
  readonly #worker: Worker
  /** Who waits until an order was carried out, in the order of the orders. */
  readonly #waiting: (() => void)[] = []
  #gone = false

  /** @param script Of the thread. @param file The database, which is there. */
  constructor(script: string, file: string) {
    this.#worker = new Worker(script, { execArgv: [], env: {}, workerData: { file } })
    this.#worker.unref()
    this.#worker.on('message', (message: unknown) => this.#hear(message))
    this.#worker.on('error', (error) => log('error', 'Frames can no longer be recorded', { error }))
    this.#worker.on('exit', () => this.#end())
  }

  /** Resolves when the order was carried out, well or not: what became of frames must not hold up anybody. */
  tell(order: Order): Promise<void> {
    if (this.#gone) return Promise.resolve()
    const done = Promise.withResolvers<void>()
    this.#waiting.push(done.resolve)
    this.#worker.postMessage(order)
    return done.promise
  }

  /** Resolves when everything is written and the file is closed. */
  async close(): Promise<void> {
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve))
    const running = !this.#gone
    // Otherwise a program with nothing else to do would end here, before the last frames are written.
    if (running) this.#worker.ref()
    await this.tell({ do: 'end' })
    if (running) await exited
  }

  #hear(message: unknown): void {
    if (isRecord(message) && message['failed'] !== undefined) log('warn', 'Frames could not be recorded', { error: message['failed'] })
    this.#waiting.shift()?.()
  }

  #end(): void {
    this.#gone = true
    for (const done of this.#waiting.splice(0)) done()
  }
}
