import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeFocusOf } from './frameFocus'
import { guardFocus } from './guardFocus'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

it('L13: a frame that lost the keyboard, though the page believes that it has it, gives it to the page beside it', () => {
  const part = document.createElement('section')
  part.tabIndex = -1
  const [frame, field] = [document.createElement('iframe'), document.createElement('input')]
  part.append(frame, field)
  document.body.append(part)
  frame.focus()
  takeFocusOf(frame)
  vi.advanceTimersByTime(51)
  expect(document.activeElement).toBe(part)
  // Where the person went elsewhere, it stays there.
  field.focus()
  takeFocusOf(frame)
  vi.advanceTimersByTime(51)
  expect(document.activeElement).toBe(field)
})

it('L13: where a frame has just taken the focus again, whoever had it has it back, and not the page beside the frame', () => {
  const part = document.createElement('section')
  part.tabIndex = -1
  const [frame, field] = [document.createElement('iframe'), document.createElement('input')]
  part.append(frame)
  document.body.append(part, field)
  const guard = guardFocus(() => frame)
  field.focus()
  vi.advanceTimersByTime(1)
  frame.focus()
  vi.advanceTimersByTime(1)
  // It tells that it has lost the focus that it took, and takes it again in the moment in which that is looked at.
  setTimeout(() => frame.focus(), 50)
  takeFocusOf(frame)
  vi.advanceTimersByTime(60)
  expect(document.activeElement).toBe(field)
  guard.stop()
})
