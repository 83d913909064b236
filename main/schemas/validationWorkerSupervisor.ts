import { Worker } from 'node:worker_threads'
import type { SchemaMisfit } from '../../shared/domain/schemaMisfit'
import { AppError } from '../../shared/errors/appError'
import { errorMessage } from '../../shared/i18n/errorText'
import { isMessage, type Message } from '../../shared/i18n/message'
import { isRecord } from '../../shared/lib/json'
import { explainMisfit } from './explainMisfit'

export type SchemaVerdict =
  /** `unchecked` is a pattern that was not checked. */
  | { readonly verdict: 'valid'; readonly unchecked?: string }
  | { readonly verdict: 'invalid'; readonly misfits: readonly SchemaMisfit[] }
  | { readonly verdict: 'unverifiable'; readonly reason: Message }

export interface SchemaTask {
  readonly key: string
  readonly schema: unknown
  readonly value: unknown
}

const START_MS = 10_000
/** How many times longer than its processor time a thread may take by the clock. A busy machine gives it little processor time. */
const PATIENCE = 20
const MEMORY_MB = 128

/** One thread that checks values one at a time. After it was too slow or broke, it is not used again. */
export class ValidationWorkerSupervisor {
  readonly #worker: Worker
  readonly #started: Promise<void>
  #answer: ((answer: unknown) => void) | undefined
  #broke: ((reason: Error) => void) | undefined
  #gone = false

  constructor(script: string) {
    this.#worker = new Worker(script, { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    this.#worker.unref()
    this.#worker.on('message', (message: unknown) => this.#answer?.(message))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new AppError('INTERNAL', { reason: 'schemas.threadEnded' })))
    this.#started = this.#next(START_MS).then(() => undefined)
    this.#started.catch(() => this.#end(new AppError('INTERNAL', { reason: 'schemas.threadNotStarted' })))
  }

  get gone(): boolean {
    return this.#gone
  }

  /** Never rejects. The time to start the thread does not count towards the limit. */
  async check(task: SchemaTask, limitMs: number): Promise<SchemaVerdict> {
    try {
      await this.#started
    } catch (thrown) {
      return {
        verdict: 'unverifiable',
        reason: { id: 'errors.schemas.checkNotStarted', params: { why: errorMessage(AppError.from(thrown)) } },
      }
    }
    const overdue = new AbortController()
    try {
      const answer = this.#next(limitMs * PATIENCE * 2)
      this.#worker.postMessage({ id: 1, ...task })
      const late = this.#untilSpent(limitMs, overdue.signal)
      return parseVerdict(await Promise.race([answer, late]))
    } catch (thrown) {
      await this.terminate()
      return { verdict: 'unverifiable', reason: errorMessage(AppError.from(thrown)) }
    } finally {
      overdue.abort()
    }
  }

  async terminate(): Promise<void> {
    this.#gone = true
    await this.#worker.terminate()
  }

  #next(withinMs: number): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => answer.reject(new AppError('TIMED_OUT', { reason: 'common.timedOut' })), withinMs)
    this.#answer = answer.resolve
    this.#broke = answer.reject
    return answer.promise.finally(() => clearTimeout(timer))
  }

  /** Rejects when the thread has used more processor time than allowed. */
  async #untilSpent(limitMs: number, signal: AbortSignal): Promise<never> {
    const begin = await this.#worker.cpuUsage()
    for (let looks = 0; looks < PATIENCE; looks++) {
      await new Promise((resolve) => setTimeout(resolve, limitMs))
      if (signal.aborted || this.#gone) return await new Promise<never>(() => undefined)
      const spent = await this.#worker.cpuUsage(begin)
      if ((spent.user + spent.system) / 1000 >= limitMs) break
    }
    throw new AppError('TIMED_OUT', { reason: 'schemas.checkTooLong', params: { ms: String(limitMs) } })
  }

  #end(reason: Error): void {
    this.#gone = true
    this.#broke?.(new AppError('INTERNAL', { reason: 'schemas.checkBroke', params: { why: errorMessage(AppError.from(reason)) } }))
  }
}

function parseVerdict(message: unknown): SchemaVerdict {
  if (!isRecord(message)) return { verdict: 'unverifiable', reason: { id: 'errors.schemas.noVerdict' } }
  const { verdict, misfits, reason, unchecked } = message
  if (verdict === 'valid') return { verdict, ...(typeof unchecked === 'string' && { unchecked }) }
  if (verdict === 'invalid') return { verdict, misfits: Array.isArray(misfits) ? misfits.map(explainMisfit) : [] }
  return { verdict: 'unverifiable', reason: isMessage(reason) ? reason : { id: 'errors.schemas.noVerdict' } }
}
