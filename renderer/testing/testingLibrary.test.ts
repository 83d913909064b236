import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

// Catches: no frame came any more in all files of a worker after one had asked for a frame while it held the clock.
it('gives frames also after a test that held the clock, whatever it had asked for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  requestAnimationFrame(() => {})
  vi.useRealTimers()
  expect(await new Promise((resolve) => void requestAnimationFrame(resolve))).toBeTypeOf('number')
})

it('gives no frame that was taken back', async () => {
  const frame = vi.fn<() => void>()
  cancelAnimationFrame(requestAnimationFrame(frame))
  await new Promise((resolve) => void requestAnimationFrame(resolve))
  expect(frame).not.toHaveBeenCalled()
})
