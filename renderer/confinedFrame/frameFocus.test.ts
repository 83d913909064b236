import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeFocusOf } from './frameFocus'

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
  vi.advanceTimersByTime(50)
  expect(document.activeElement).toBe(part)
  // Where the person went elsewhere, it stays there.
  field.focus()
  takeFocusOf(frame)
  vi.advanceTimersByTime(50)
  expect(document.activeElement).toBe(field)
})
