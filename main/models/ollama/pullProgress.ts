import { parseJson } from '../../../shared/lib/json'
import * as z from 'zod'
import { AppError } from '../../../shared/errors/appError'

/** One line of `/api/pull`. Source: Ollama, docs/api.md, "Pull a Model". */
const Line = z.object({
  status: z.string().optional(),
  digest: z.string().max(200).optional(),
  total: z.int().nonnegative().optional(),
  completed: z.int().nonnegative().optional(),
  error: z.string().optional(),
})

const MOST_FILES = 100

/** Adds up how far a download is: a model consists of several files, named by digest, that come one after the other. */
export class PullProgress {
  readonly #modelName: string
  readonly #files = new Map<string, { readonly total: number; readonly done: number }>()
  #finished = false

  constructor(modelName: string) {
    this.#modelName = modelName
  }

  /** In bytes, of the files that are known so far. */
  get bytes(): { readonly done: number; readonly total: number } {
    const files = [...this.#files.values()]
    return { done: files.reduce((sum, file) => sum + file.done, 0), total: files.reduce((sum, file) => sum + file.total, 0) }
  }

  get finished(): boolean {
    return this.#finished
  }

  /** @throws {AppError} MODEL_ERROR, when Ollama reports an error, or the line is not one of its. */
  take(text: string): void {
    if (text.trim() === '') return
    const line = Line.safeParse(parseJson(text)).data
    const params = { model: this.#modelName }
    if (!line) throw new AppError('MODEL_ERROR', { reason: 'models.notUnderstood', params })
    if (line.error !== undefined)
      throw new AppError('MODEL_ERROR', { reason: 'models.reported', params }, { said: line.error.slice(0, 2_000) })
    if (line.status === 'success') this.#finished = true
    if (line.digest === undefined || line.total === undefined) return
    if (!this.#files.has(line.digest) && this.#files.size >= MOST_FILES) return
    this.#files.set(line.digest, { total: line.total, done: Math.min(line.completed ?? 0, line.total) })
  }
}
