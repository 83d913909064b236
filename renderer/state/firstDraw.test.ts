import { renderHook, act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSearch } from './navigation'
import { beginFirstDraw, endFirstDraw, useFirstDrawOver } from './firstDraw'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  endFirstDraw()
  vi.useRealTimers()
})

const begun = (): (() => boolean) => {
  beginFirstDraw()
  const { result } = renderHook(() => useFirstDrawOver())
  expect(result.current).toBe(false)
  return () => result.current
}
const press = (init: KeyboardEventInit): void =>
  act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init })))

// Catches: what only later actions need is loaded in between the first letters that somebody types.
test('letters leave the page to its first draw, and a moment of quiet ends that', () => {
  const over = begun()
  press({ key: 'p' })
  expect(over()).toBe(false)
  act(() => void vi.advanceTimersByTime(4_000))
  expect(over()).toBe(true)
})

// Catches: a click or a key in the first second finds no dialog, and is dead.
test.each([
  ['a press', () => act(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))],
  ['a key of the window', () => press({ key: 'k', ctrlKey: true })],
  ['the key for the list of keys', () => press({ key: '?', shiftKey: true })],
  ['a dialog that something else opened', () => act(() => openSearch(''))],
])('%s ends it at once', (_name, does) => {
  const over = begun()
  does()
  expect(over()).toBe(true)
})
