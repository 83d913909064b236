import { join, dirname } from 'node:path'
import type { Limits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { extractionProblems, type ExtractionProblem } from './extractedText'
import { startFileReaderThread } from '../lib/startFileReaderThread'
import type { ExtractionTask } from './extractionWorker'
import type { ExtractedText } from './fileTable'

/** Documents that a library reads need this much; what wants more ends its thread alone. */
const MEMORY_MB = 512

export interface TextExtractorDeps {
  /** Absolute path of the compiled worker. The character maps are in `cmaps` beside it. */
  readonly script: string
  readonly limits: () => Pick<Limits, 'fileTextBytes' | 'filePages' | 'fileReadMs' | 'fileUnpackedBytes'>
}

/** Takes the text out of files, one after the other, each in a thread of its own that ends with it. */
export class TextExtractor implements AsyncDisposable {
  readonly #deps: TextExtractorDeps
  readonly #closing = new AbortController()
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: TextExtractorDeps) {
    this.#deps = deps
  }

  /**
   * Resolves to the text, or to why there is none.
   * @throws {AppError} CANCELLED when the signal aborts, or Parley quits
   */
  extract(file: { readonly path: string; readonly type: string }, signal: AbortSignal): Promise<ExtractedText> {
    if (/^image\/(?!svg)/.test(file.type)) return Promise.resolve({})
    const either = AbortSignal.any([signal, this.#closing.signal])
    const own = this.#last.then(() => this.#run(file, either))
    this.#last = own.catch(() => undefined)
    return own
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new AppError('CANCELLED', { reason: 'common.cancelled' }))
    await this.#last
  }

  async #run(file: { readonly path: string; readonly type: string }, signal: AbortSignal): Promise<ExtractedText> {
    signal.throwIfAborted()
    const { script, limits } = this.#deps
    const { fileTextBytes, filePages, fileReadMs, fileUnpackedBytes } = limits()
    const task: ExtractionTask = {
      ...file,
      cmaps: join(dirname(script), 'cmaps'),
      limits: { textBytes: fileTextBytes, pages: filePages, unpackedBytes: fileUnpackedBytes },
    }
    const answer = Promise.withResolvers<ExtractedText>()
    const worker = startFileReaderThread(script, task, MEMORY_MB)
    const stop = (): void => answer.reject(AppError.from(signal.reason))
    let pages: number | undefined
    const end = (extracted: ExtractedText): void => answer.resolve({ ...(pages !== undefined && { pages }), ...extracted })
    const timer = setTimeout(() => end(problem('tooSlow')), fileReadMs)
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', (message: unknown) => {
      const counted = parseCounted(message)
      if (counted === undefined) end(parseExtraction(message))
      else pages = counted
    })
    // Out of memory, or a defect of a library.
    worker.on('error', () => end(problem('tooLarge')))
    worker.on('exit', () => end(problem('damaged')))
    try {
      return await answer.promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      await worker.terminate()
    }
  }
}

function parseCounted(message: unknown): number | undefined {
  const { counted } = isRecord(message) ? message : {}
  return typeof counted === 'number' ? counted : undefined
}

/** What the thread says is parsed: it has read a stranger's file. */
function parseExtraction(message: unknown): ExtractedText {
  if (!isRecord(message)) return problem('damaged')
  const { text, cut, pages, problem: found } = message
  return {
    ...(typeof text === 'string' && { text }),
    ...(cut === true && { cut }),
    ...(typeof pages === 'number' && { pages }),
    ...(isProblem(found) && problem(found)),
  }
}

function isProblem(value: unknown): value is ExtractionProblem {
  return extractionProblems.some((known) => known === value)
}

function problem(found: ExtractionProblem): ExtractedText {
  return { problem: { id: `files.problem.${found}` } }
}
