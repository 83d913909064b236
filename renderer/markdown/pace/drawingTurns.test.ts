import { expect, it } from 'vitest'
import { DrawingTurns } from './drawingTurns'

/** A page whose time and paints a test moves by hand. */
class ManualPage {
  time = 0
  /** How often it was asked to run something after a paint. */
  asked = 0
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>()
  readonly #paints = new Set<() => void>()
  readonly turns = new DrawingTurns({
    now: () => this.time,
    afterMs: (ms, run) => {
      const timer = { at: this.time + ms, run }
      this.#timers.add(timer)
      return () => this.#timers.delete(timer)
    },
    afterPaint: (run) => {
      this.asked += 1
      const own = (): void => run()
      this.#paints.add(own)
      return () => this.#paints.delete(own)
    },
  })

  paint(): void {
    const due = [...this.#paints]
    this.#paints.clear()
    for (const run of due) run()
  }

  wait(ms: number): void {
    this.time += ms
    for (const timer of [...this.#timers].toSorted((one, other) => one.at - other.at)) {
      if (timer.at <= this.time && this.#timers.delete(timer)) timer.run()
    }
  }
}

function pageWith() {
  const page = new ManualPage()
  const done: string[] = []
  return { page, done, request: (name: string) => page.turns.request(() => void done.push(name)) }
}

it('draws after the next paint while nobody types', () => {
  const { page, done, request } = pageWith()
  request('a')
  request('b')
  expect(done).toEqual([])
  page.paint()
  expect(done).toEqual(['a', 'b'])
})

it('draws right after a key was painted, and not when the next key may come', () => {
  const { page, done, request } = pageWith()
  page.turns.noteKey()
  page.paint()
  page.wait(60)
  request('a')
  page.paint()
  page.wait(100)
  expect(done).toEqual([])
  page.turns.noteKey()
  expect(done).toEqual([])
  page.paint()
  expect(done).toEqual(['a'])
})

it('goes on at least four times in a second while keys come slowly, or one is held down', () => {
  const { page, done, request } = pageWith()
  page.turns.noteKey()
  page.paint()
  request('a')
  page.wait(249)
  expect(done).toEqual([])
  page.wait(1)
  expect(done).toEqual(['a'])
  request('b')
  page.turns.noteKey()
  const { asked } = page
  // The repeated keys come before anything is painted, and do not put it off.
  for (let key = 0; key < 5; key += 1) {
    page.wait(30)
    page.turns.noteKey()
  }
  expect(page.asked).toBe(asked)
  page.paint()
  expect(done).toEqual(['a', 'b'])
})

it('tells when the typing begins and when it has ended, and draws what waits then', () => {
  const { page, done, request } = pageWith()
  const told: boolean[] = []
  const stop = page.turns.subscribe(() => told.push(page.turns.isTyping()))
  page.turns.noteKey()
  page.wait(500)
  page.turns.noteKey()
  page.paint()
  page.wait(599)
  expect(told).toEqual([true])
  request('a')
  page.wait(1)
  expect(told).toEqual([true, false])
  page.paint()
  expect(done).toEqual(['a'])
  stop()
  page.turns.noteKey()
  expect(told).toEqual([true, false])
})

it('does not draw what was withdrawn, nor anything twice', () => {
  const { page, done, request } = pageWith()
  const withdraw = request('a')
  request('b')
  withdraw()
  page.paint()
  page.paint()
  page.wait(1_000)
  expect(done).toEqual(['b'])
})
