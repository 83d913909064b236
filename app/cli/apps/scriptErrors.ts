import { isRecord } from '../../../shared/lib/json'
import type { BrowserEvent } from './devTools'

/** More errors of scripts are not told. */
const MOST_ERRORS = 20
/** The longest that is told of one, in UTF-16 code units. */
const MOST_WORDS = 500

interface Frame {
  readonly url: string
  readonly parent: string | undefined
}

/**
 * The errors of an app's scripts that nothing caught, from the events of all sessions of its page. Those of Parley's own documents around it and of
 * pages of others in it are not the app's.
 */
export class ScriptErrors {
  readonly #document: string
  readonly #frames = new Map<string, Frame>()
  /** The frame of each context in which scripts run. */
  readonly #contexts = new Map<string, string>()
  readonly #errors = new Map<string, string>()

  /** @param document The address of the app's document. */
  constructor(document: string) {
    this.#document = document
  }

  /** What is told of them, each once. */
  get told(): readonly string[] {
    return [...new Set(this.#errors.values())].slice(0, MOST_ERRORS)
  }

  take({ method, params, sessionId = '' }: BrowserEvent): void {
    switch (method) {
      case 'Page.frameAttached':
        return this.#frame(params['frameId'], { url: 'about:blank', parentId: params['parentFrameId'] })
      case 'Page.frameNavigated':
        return isRecord(params['frame']) ? this.#frame(params['frame']['id'], params['frame']) : undefined
      case 'Runtime.executionContextCreated':
        return isRecord(params['context']) ? this.#context(sessionId, params['context']) : undefined
      case 'Runtime.exceptionThrown':
        return isRecord(params['exceptionDetails']) ? this.#thrown(sessionId, params['exceptionDetails']) : undefined
      case 'Runtime.exceptionRevoked':
        // Somebody caught it after all.
        return void this.#errors.delete(keyOf(sessionId, params['exceptionId']))
    }
  }

  #frame(id: unknown, { url, parentId }: Readonly<Record<string, unknown>>): void {
    if (typeof id !== 'string' || typeof url !== 'string') return
    this.#frames.set(id, { url, parent: typeof parentId === 'string' ? parentId : this.#frames.get(id)?.parent })
  }

  #context(sessionId: string, { id, auxData }: Readonly<Record<string, unknown>>): void {
    const frame = isRecord(auxData) ? auxData['frameId'] : undefined
    if (typeof frame === 'string') this.#contexts.set(keyOf(sessionId, id), frame)
  }

  #thrown(sessionId: string, details: Readonly<Record<string, unknown>>): void {
    const frame = this.#contexts.get(keyOf(sessionId, details['executionContextId']))
    if (frame !== undefined && this.#isOfApp(frame)) this.#errors.set(keyOf(sessionId, details['exceptionId']), wordsOf(details))
  }

  /** Its document, and what it writes itself into frames in it. */
  #isOfApp(id: string): boolean {
    const passed = new Set<string>()
    for (let at: string | undefined = id; at !== undefined && !passed.has(at);) {
      passed.add(at)
      const frame: Frame | undefined = this.#frames.get(at)
      if (frame?.url === this.#document) return true
      at = frame?.url.startsWith('about:') === true ? frame.parent : undefined
    }
    return false
  }
}

function keyOf(sessionId: string, id: unknown): string {
  return `${sessionId} ${String(id)}`
}

/** The words of an uncaught error. Where it happened counts lines that Parley put into the page, so it is left out. */
function wordsOf({ text, exception }: Readonly<Record<string, unknown>>): string {
  const described = isRecord(exception) ? (exception['description'] ?? exception['value']) : undefined
  const [first = ''] = String(described ?? text).split('\n', 1)
  return first.slice(0, MOST_WORDS)
}
