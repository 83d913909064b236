import { expect, it } from 'vitest'
import { throttle, type Throttled } from './throttle'

/** A timer that the test moves by hand, with a record of each run: its value and time. */
function stage(leading: boolean) {
  let now = 0
  let due: { readonly at: number; readonly run: () => void } | undefined
  const ran: string[] = []
  const after = (ms: number, run: () => void): (() => void) => {
    due = { at: now + ms, run }
    return () => (due = undefined)
  }
  const throttled: Throttled<string> = throttle((value) => ran.push(`${now} ${value}`), { ms: 100, leading, after })
  const pass = (ms: number): void => {
    for (const end = now + ms; ;) {
      if (!due || due.at > end) return void (now = end)
      const { at, run } = due
      due = undefined
      now = at
      run()
    }
  }
  return { throttled, ran, pass, isIdle: () => due === undefined }
}

it('runs the first call at once, then at most once in the time, and always the last one', () => {
  const { throttled, ran, pass, isIdle } = stage(true)
  for (let n = 0; n < 25; n++) {
    throttled(String(n))
    pass(10)
  }
  pass(1_000)
  expect([ran, isIdle()]).toEqual([['0 0', '100 9', '200 19', '300 24'], true])
})

it('waits with the first call too where it is told so, and runs once for all that came meanwhile', () => {
  const { throttled, ran, pass } = stage(false)
  throttled('a')
  pass(60)
  throttled('b')
  pass(60)
  throttled('c')
  pass(1_000)
  expect(ran).toEqual(['100 b', '220 c'])
})

it.each([true, false])('runs what waits when it is flushed, and nothing twice (leading: %s)', (leading) => {
  const { throttled, ran, pass, isIdle } = stage(leading)
  throttled('a')
  throttled('b')
  throttled.flush()
  throttled.flush()
  expect(isIdle()).toBe(true)
  pass(1_000)
  expect(ran).toEqual(leading ? ['0 a', '0 b'] : ['0 b'])
})

it.each([true, false])('runs nothing more once it is cancelled (leading: %s)', (leading) => {
  const { throttled, ran, pass, isIdle } = stage(leading)
  throttled('a')
  throttled('b')
  throttled.cancel()
  expect(isIdle()).toBe(true)
  pass(1_000)
  expect(ran).toEqual(leading ? ['0 a'] : [])
})
