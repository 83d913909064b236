import type { ModelDownload } from '../../../shared/domain/models/modelProvider'
import { smallModel } from '../../../shared/domain/models/smallModel'
import { AppError } from '../../../shared/errors/appError'
import { throttle } from '../../../shared/lib/throttle'
import type { Clock } from '../../lib/clock'
import { Emitter } from '../../lib/emitter'
import { explainModelError, explainStatus, saidBy } from '../explainModelError'
import { limitModelResponse } from '../limitModelResponse'
import { modelFetch } from '../modelFetch'
import { ollamaHeaders, type OllamaServer } from './ollamaModelFacts'
import { OllamaNdjsonSplitter } from './ollamaNdjsonSplitter'
import { PullProgress } from './pullProgress'

/** Ollama says several times in a second how far it is, also for the hours that a slow line takes. */
const LIMITS = { modelAnswerBytes: 2 ** 30, modelLineBytes: 64 * 1024, modelAnswerLines: 10_000_000 }
/** Checking what came is quiet, and takes a minute on a slow disk. */
const QUIET_MS = 5 * 60_000
const TOLD_MS = 250

export interface ModelDownloadsOptions {
  /** Ollama on this computer. */
  readonly server: OllamaServer
  readonly clock: Clock
  /** Returns why an admin's policy does not allow a model. */
  readonly forbids: (model: { readonly address: string; readonly name: string }) => AppError | undefined
}

/** The owner of the download of a model. Ollama does the work and keeps what came: started again, it goes on where it was. */
export class ModelDownloads implements Disposable {
  readonly changes = new Emitter<void>()
  readonly #server: OllamaServer
  readonly #clock: Clock
  readonly #forbids: ModelDownloadsOptions['forbids']
  #state: ModelDownload | undefined
  #stopping: AbortController | undefined

  constructor({ server, clock, forbids }: ModelDownloadsOptions) {
    this.#server = server
    this.#clock = clock
    this.#forbids = forbids
  }

  /** Undefined before the first download. */
  state(): ModelDownload | undefined {
    return this.#state
  }

  /**
   * Starts or continues the download of the small model. What runs already goes on.
   * @throws {AppError} POLICY
   */
  start(): void {
    if (this.#stopping) return
    const model = smallModel.name
    const forbidden = this.#forbids({ address: this.#server.baseUrl, name: model })
    if (forbidden) throw forbidden
    const stopping = new AbortController()
    this.#stopping = stopping
    const { done, total } = this.#state?.step === 'stopped' || this.#state?.step === 'failed' ? this.#state : { done: 0, total: 0 }
    this.#set({ model, step: 'running', done, total })
    void this.#run(model, stopping)
  }

  stop(): void {
    this.#stopping?.abort()
  }

  [Symbol.dispose](): void {
    this.stop()
  }

  async #run(model: string, stopping: AbortController): Promise<void> {
    try {
      const total = await this.#pull(model, stopping)
      this.#end({ model, step: 'done', done: total, total })
    } catch (thrown) {
      const { done = 0, total = 0 } = this.#state ?? {}
      const { aborted, reason } = stopping.signal
      if (aborted && !(reason instanceof AppError)) return this.#end({ model, step: 'stopped', done, total })
      const error = explainModelError(aborted ? reason : thrown, { modelName: model, answered: done > 0 })
      this.#end({ model, step: 'failed', done, total, error: error.toData() })
    }
  }

  /** Returns the size of the model in bytes. */
  async #pull(model: string, stopping: AbortController): Promise<number> {
    const url = `${this.#server.baseUrl}/api/pull`
    using quiet = this.#quietTimer(stopping)
    const progress = new PullProgress(model)
    const tell = throttle(() => this.#set({ model, step: 'running', ...progress.bytes }), {
      ms: TOLD_MS,
      leading: true,
      after: (ms, run) => this.#clock.after(ms, run),
    })
    const body = JSON.stringify({ model, stream: true })
    const init = { method: 'POST', headers: ollamaHeaders(this.#server), body, signal: stopping.signal }
    try {
      const response = limitModelResponse(await modelFetch(url, init), LIMITS, model)
      if (!response.ok) throw explainStatus(response.status, { modelName: model }, saidBy((await response.text()).slice(0, 10_000)))
      const lines = new OllamaNdjsonSplitter()
      for await (const bytes of response.body ?? []) {
        quiet.again()
        for (const line of lines.take(bytes)) progress.take(line)
        tell()
      }
      for (const line of lines.end()) progress.take(line)
      if (!progress.finished) throw new AppError('MODEL_CUT_OFF', { reason: 'models.brokeOff', params: { model } })
      return progress.bytes.total
    } finally {
      tell.cancel()
    }
  }

  #quietTimer(stopping: AbortController): Disposable & { again(): void } {
    const params = { host: new URL(this.#server.baseUrl).host, seconds: QUIET_MS / 1_000 }
    const begin = () => this.#clock.after(QUIET_MS, () => stopping.abort(new AppError('TIMED_OUT', { reason: 'models.noAnswer', params })))
    let cancel = begin()
    return {
      again: () => {
        cancel()
        cancel = begin()
      },
      [Symbol.dispose]: () => cancel(),
    }
  }

  #end(state: ModelDownload): void {
    this.#stopping = undefined
    this.#set(state)
  }

  #set(state: ModelDownload): void {
    this.#state = state
    this.changes.emit()
  }
}
