import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { isTyping, noteComposerText, noteKey, noteSent } from './typingActivity'

// Other test files share this page.
afterEach(() => document.body.replaceChildren())

function press(key: string, html = '<textarea></textarea>'): KeyboardEvent {
  document.body.innerHTML = html
  const event = new KeyboardEvent('keydown', { key, bubbles: true })
  const target = screen.queryByRole('textbox') ?? screen.getByRole('button')
  target.dispatchEvent(event)
  return event
}

it('knows that somebody types by unsent text, or by a key within the last second', () => {
  noteSent()
  expect(isTyping(1000)).toBe(false)
  noteComposerText('Hel')
  expect(isTyping(1000)).toBe(true)
  noteComposerText('  ')
  noteKey(press('x'), 1000)
  expect([isTyping(1500), isTyping(2001)]).toEqual([true, false])
})

it('forgets the keys of a message once it was sent', () => {
  noteComposerText('Hello')
  noteKey(press('o'), 1000)
  noteKey(press('Enter'), 1001)
  noteSent()
  expect(isTyping(1002)).toBe(false)
})

it('does not take pressing a button, or answering in a dialog, for typing', () => {
  noteSent()
  noteKey(press(' ', '<button></button>'), 1000)
  noteKey(press('a', '<div role="dialog"><input></div>'), 1000)
  expect(isTyping(1001)).toBe(false)
})
