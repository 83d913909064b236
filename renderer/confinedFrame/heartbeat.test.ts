import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Heartbeat } from './heartbeat'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A port that answers as long as the frame lives. */
class FramePort extends EventTarget {
  lives = true
  isOpen = true
  start(): void {}
  close(): void {
    this.isOpen = false
  }
  postMessage(): void {
    if (this.lives) this.dispatchEvent(new MessageEvent('message', { data: 'beat' }))
  }
}

function beating() {
  const told: unknown[] = []
  const port = new FramePort()
  const heart = new Heartbeat(port, { onSilent: (silent) => told.push(silent), onGone: () => told.push('gone') })
  return { told, port, heart }
}

it('says nothing of a frame that answers', () => {
  const { told, heart } = beating()
  vi.advanceTimersByTime(600_000)
  heart.stop()
  expect(told).toEqual([])
})

it('says that a frame is silent, that it answers again, and once that it is gone', () => {
  const { told, port } = beating()
  port.lives = false
  vi.advanceTimersByTime(6_000)
  expect(told).toEqual([true])
  port.lives = true
  vi.advanceTimersByTime(4_000)
  expect(told).toEqual([true, false])
  port.lives = false
  vi.advanceTimersByTime(60_000)
  expect([told, port.isOpen]).toEqual([[true, false, true, 'gone'], false])
})
