import { Session } from 'node:inspector'
import { builtinWork } from './builtinWork'

interface CoverageRange {
  readonly count: number
}
interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: readonly { readonly ranges: readonly CoverageRange[] }[] }[]
}

/** Code that runs beside what is measured: the test runner, Node's own, and this meter. */
const beside = /\/vitest\/|\/@vitest\/|\/vite\/|^node:|\/e2e\/work\/|^$/

/**
 * Counts work instead of time: how often each block of code ran, as V8's precise coverage counts it, plus the characters and items that
 * built-in functions went through (`builtinWork.ts`). The same work gives the same count on every machine. What a regular expression does
 * beyond one pass over its text is not counted; `scripts/regexes.test.ts` finds those.
 *
 * Modules must be imported after the meter is there: V8 counts the blocks of functions that are compiled later.
 */
export class WorkMeter implements Disposable {
  readonly #session = new Session()

  constructor() {
    this.#session.connect()
    this.#post('Profiler.enable')
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** Runs a function to its end. Returns how much it did. */
  async count(run: () => unknown): Promise<number> {
    this.#post('Profiler.takePreciseCoverage')
    const builtins = builtinWork()
    try {
      await run()
    } finally {
      builtins.stop()
    }
    const { result } = this.#post('Profiler.takePreciseCoverage')
    let blocks = 0
    for (const { url, functions } of result) {
      if (!beside.test(url)) for (const { ranges } of functions) for (const { count } of ranges) blocks += count
    }
    return blocks + builtins.done()
  }

  [Symbol.dispose](): void {
    this.#session.disconnect()
  }

  /** In its own thread, a session answers before `post` returns. */
  #post(method: string, params: object = {}): Coverage {
    let answer: Coverage = { result: [] }
    this.#session.post(method, params, (error, result) => {
      if (error) throw error
      answer = { ...answer, ...(result as Partial<Coverage>) }
    })
    return answer
  }
}
