import { createHash } from 'node:crypto'
import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { JsonObject } from '../../shared/lib/json'
import { schemaFault } from './schemaFault'
import { ValidationWorkerSupervisor, type SchemaVerdict } from './validationWorkerSupervisor'
import type { Message } from '../../shared/i18n/message'

export type { SchemaVerdict } from './validationWorkerSupervisor'

/** How many bad schemas are remembered. Older ones are tried again. */
const BAD_KEPT = 1_000

/**
 * Checks values against servers' schemas, one at a time and outside the main thread. A schema that took too long or broke the thread is not
 * tried again and counts as 'unverifiable'.
 */
export class SchemaChecker implements AsyncDisposable {
  readonly #script: string
  readonly #limits: () => Limits
  readonly #hashes = new WeakMap<JsonObject, string>()
  readonly #bad = new Map<string, Message>()
  #worker: ValidationWorkerSupervisor | undefined
  #queue: Promise<unknown> = Promise.resolve()

  /** `script` is the compiled worker, or `validationWorker.ts` itself if Node can run TypeScript. */
  constructor(options: { readonly script: string; readonly limits: () => Limits }) {
    this.#script = options.script
    this.#limits = options.limits
  }

  async check(serverId: ServerId, schema: JsonObject, value: unknown, signal: AbortSignal): Promise<SchemaVerdict> {
    signal.throwIfAborted()
    const fault = schemaFault(schema, this.#limits())
    if (fault !== undefined) return { verdict: 'unverifiable', reason: fault }
    const key = `${serverId} ${this.#hash(schema)}`
    const turn = this.#queue.then(() => (signal.aborted ? undefined : this.#run(key, schema, value)))
    this.#queue = turn.catch(() => undefined)
    const verdict = await turn
    signal.throwIfAborted()
    return verdict ?? { verdict: 'unverifiable', reason: { id: 'errors.schemas.notAwaited' } }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate()
  }

  async #run(key: string, schema: JsonObject, value: unknown): Promise<SchemaVerdict> {
    const known = this.#bad.get(key)
    if (known !== undefined) return { verdict: 'unverifiable', reason: known }
    const worker = this.#worker?.gone === false ? this.#worker : new ValidationWorkerSupervisor(this.#script)
    this.#worker = worker
    const verdict = await worker.check({ key, schema, value }, this.#limits().schemaCheckMs)
    if (worker.gone && verdict.verdict === 'unverifiable') this.#remember(key, verdict.reason)
    return verdict
  }

  #remember(key: string, reason: Message): void {
    const oldest = this.#bad.keys().next()
    if (this.#bad.size >= BAD_KEPT && !oldest.done) this.#bad.delete(oldest.value)
    this.#bad.set(key, reason)
  }

  #hash(schema: JsonObject): string {
    const known = this.#hashes.get(schema)
    if (known !== undefined) return known
    const hash = createHash('sha256').update(JSON.stringify(schema)).digest('base64url')
    this.#hashes.set(schema, hash)
    return hash
  }
}
