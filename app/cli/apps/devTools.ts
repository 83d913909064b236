import type { Readable, Writable } from 'node:stream'
import { AppError } from '../../../shared/errors/appError'
import { isRecord } from '../../../shared/lib/json'
import { MessageSplitter, type PipeMessage } from './messageSplitter'

/** An event of the browser, and the session that it belongs to. */
export interface BrowserEvent {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly sessionId: string | undefined
  /** Of its message, in UTF-16 code units. */
  readonly length: number
}

type Result = Readonly<Record<string, unknown>>

interface Asked {
  readonly sessionId?: string | undefined
  readonly signal: AbortSignal
}

/** A longer message of the browser is not read. In UTF-16 code units. */
export const LONGEST_MESSAGE = 16 * 1024 * 1024
/** The browser writes the session last. Quotes in a page's text are escaped, so a page cannot write this. */
const SESSION_AT_END = /"sessionId":"([^"]{1,100})"\}$/

/** Speaks the DevTools protocol over two streams. What a page says arrives as text of a stranger, as long as it likes. */
export class DevTools {
  readonly #input: Writable
  readonly #answers = new Map<number, PromiseWithResolvers<Result>>()
  readonly #failures = new Set<(error: AppError) => void>()
  readonly #listeners = new Set<(event: BrowserEvent) => void>()
  #last = 0
  #gone: AppError | undefined

  constructor(input: Writable, output: Readable, longest = LONGEST_MESSAGE) {
    this.#input = input
    input.on('error', () => undefined)
    const splitter = new MessageSplitter(longest)
    output.on('error', () => undefined)
    output.setEncoding('utf8').on('data', (chunk: string) => {
      try {
        for (const message of splitter.take(chunk)) this.#take(message)
      } catch (thrown) {
        // Nothing may leave a listener: it would end the process without its cleanup.
        this.fail(AppError.from(thrown))
      }
    })
  }

  /** Asks the browser, or the page of a session, and resolves to its answer. */
  async send(method: string, params: object, { sessionId, signal }: Asked): Promise<Result> {
    const id = ++this.#last
    const answer = Promise.withResolvers<Result>()
    this.#answers.set(id, answer)
    if (!this.#gone) this.#input.write(`${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`)
    try {
      return await this.#wait(answer, signal)
    } finally {
      this.#answers.delete(id)
    }
  }

  /** Resolves with the next event that fits. */
  async next(fits: (event: BrowserEvent) => boolean, signal: AbortSignal): Promise<BrowserEvent> {
    const seen = Promise.withResolvers<BrowserEvent>()
    const stop = this.listen((event) => fits(event) && seen.resolve(event))
    try {
      return await this.#wait(seen, signal)
    } finally {
      stop()
    }
  }

  /** Calls back with each event. Returns a function that stops it. */
  listen(listener: (event: BrowserEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The browser is gone, or says what cannot be read: whoever waits for it, now or later, hears why. */
  fail(error: AppError): void {
    this.#gone ??= error
    for (const reject of this.#failures) reject(this.#gone)
  }

  async #wait<T>({ promise, reject }: PromiseWithResolvers<T>, signal: AbortSignal): Promise<T> {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    this.#failures.add(reject)
    if (signal.aborted) abort()
    if (this.#gone) reject(this.#gone)
    try {
      return await promise
    } finally {
      this.#failures.delete(reject)
      signal.removeEventListener('abort', abort)
    }
  }

  #take({ text, length, isWhole }: PipeMessage): void {
    // Whoever watches the session learns how much it says.
    if (!isWhole) return this.#tell({ method: '', params: {}, sessionId: SESSION_AT_END.exec(text)?.[1], length })
    const message: unknown = JSON.parse(text)
    if (!isRecord(message)) return
    const { id, method, params, result, error, sessionId } = message
    if (typeof id === 'number') {
      if (isRecord(error)) this.#answers.get(id)?.reject(new AppError('INTERNAL', `The browser refused: ${String(error['message'])}`))
      else this.#answers.get(id)?.resolve(isRecord(result) ? result : {})
    } else if (typeof method === 'string') {
      const session = typeof sessionId === 'string' ? sessionId : undefined
      this.#tell({ method, params: isRecord(params) ? params : {}, sessionId: session, length })
    }
  }

  #tell(event: BrowserEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
