import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guardFocus } from './guardFocus'

let isActive = true
beforeEach(() => {
  isActive = true
  vi.useFakeTimers()
  Object.defineProperty(navigator, 'userActivation', { configurable: true, get: () => ({ isActive }) })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'userActivation')
  document.body.replaceChildren()
})

/** A page with a field that has the focus, and a guarded frame that can take it. */
function guarded() {
  const field = document.createElement('textarea')
  const frame = document.createElement('iframe')
  document.body.append(field, frame)
  const thefts: boolean[] = []
  const onThief = vi.fn()
  const guard = guardFocus(() => frame, { hides: true, onTheft: ({ typing }) => thefts.push(typing), onThief })
  field.focus()
  vi.advanceTimersByTime(1)
  const steal = (): void => {
    frame.focus()
    vi.advanceTimersByTime(1)
  }
  return { field, frame, thefts, onThief, guard, steal, isHidden: () => frame.style.visibility === 'hidden' }
}

it('a press that a frame tells of after it took the focus gives it the keyboard, and it is not hidden', () => {
  const { field, frame, guard, steal, thefts, isHidden } = guarded()
  steal()
  expect(document.activeElement).toBe(field)
  guard.pressed()
  vi.advanceTimersByTime(5_000)
  expect([document.activeElement, isHidden(), thefts]).toEqual([frame, false, []])
  guard.stop()
})

it('a press that a frame tells of before it takes the focus counts, and not for long', () => {
  const { field, frame, guard, steal } = guarded()
  guard.pressed()
  steal()
  expect(document.activeElement).toBe(frame)
  field.focus()
  vi.advanceTimersByTime(1_001)
  steal()
  expect(document.activeElement).toBe(field)
  guard.stop()
})

it('B07: a frame that tells of no press in time is hidden until the person shows it', () => {
  const { field, guard, steal, thefts, isHidden } = guarded()
  steal()
  steal()
  vi.advanceTimersByTime(1_000)
  expect([document.activeElement, isHidden(), thefts]).toEqual([field, true, [false]])
  guard.show()
  expect(isHidden()).toBe(false)
  guard.stop()
})

it('B07: a press that a frame makes up is none while the person types, or does nothing', () => {
  const { field, guard, steal, thefts, isHidden } = guarded()
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
  guard.pressed()
  steal()
  expect([document.activeElement, isHidden(), thefts]).toEqual([field, true, [true]])
  guard.show()
  vi.advanceTimersByTime(2_000)
  isActive = false
  guard.pressed()
  steal()
  expect([document.activeElement, isHidden(), thefts]).toEqual([field, true, [true, false]])
  guard.stop()
})

it('the person types while it is not known yet whether a press was told: it is not, and the frame is hidden', () => {
  const { field, guard, steal, thefts } = guarded()
  steal()
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
  guard.pressed()
  expect(document.activeElement).toBe(field)
  steal()
  expect(thefts).toEqual([true])
  guard.stop()
})

it('B07: a frame that goes on taking the focus is told once, and not one that the person shows again', () => {
  const { guard, steal, onThief } = guarded()
  for (let each = 0; each < 4; each++) steal()
  guard.show()
  for (let each = 0; each < 4; each++) steal()
  expect(onThief).not.toHaveBeenCalled()
  for (let each = 0; each < 4; each++) steal()
  expect(onThief).toHaveBeenCalledTimes(1)
  guard.stop()
})

/** A question over the page, with a button that has the focus. */
function questionOver(): HTMLElement {
  const question = document.createElement('div')
  question.setAttribute('role', 'dialog')
  question.innerHTML = '<button>Allow once</button>'
  document.body.append(question)
  const button = question.querySelector('button') ?? question
  button.focus()
  vi.advanceTimersByTime(1)
  return button
}

it('L13: a frame behind a question gets no key of it, neither after Tab nor after a press', () => {
  const { frame, guard, steal, thefts, isHidden } = guarded()
  guard.pressed()
  const button = questionOver()
  steal()
  expect(document.activeElement).toBe(button)
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  steal()
  expect([document.activeElement, isHidden(), thefts]).toEqual([button, true, [false, false]])
  // Where nothing lies over it any more, it is as before.
  button.parentElement?.remove()
  guard.show()
  guard.pressed()
  frame.focus()
  vi.advanceTimersByTime(1)
  expect(isHidden()).toBe(false)
  guard.stop()
})

it('a frame in a dialog is reached by Tab like all else there', () => {
  const { frame, guard, steal } = guarded()
  const button = questionOver()
  button.after(frame)
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  steal()
  expect(document.activeElement).toBe(frame)
  guard.stop()
})

it('L13, B07: a frame takes no keyboard from another one, of which the browser tells nothing', () => {
  const { frame, guard, steal, thefts, isHidden } = guarded()
  const other = document.createElement('iframe')
  const part = document.createElement('section')
  part.tabIndex = -1
  part.append(other)
  document.body.append(part)
  other.focus()
  window.dispatchEvent(new Event('blur'))
  vi.advanceTimersByTime(1)
  // A page that has lost the focus is not told where it moves.
  const deaf = (event: Event): void => event.stopImmediatePropagation()
  window.addEventListener('focusout', deaf, true)
  steal()
  vi.advanceTimersByTime(50)
  expect(document.activeElement).toBe(part)
  vi.advanceTimersByTime(1_000)
  expect([isHidden(), thefts]).toEqual([true, [false]])
  guard.show()
  // Neither a pointer that lies over it nor a Tab into the other one is the person's doing.
  const hover = vi.spyOn(frame, 'matches').mockReturnValue(true)
  other.focus()
  window.dispatchEvent(new Event('blur'))
  vi.advanceTimersByTime(1)
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  steal()
  vi.advanceTimersByTime(50)
  expect(document.activeElement).toBe(part)
  vi.advanceTimersByTime(1_000)
  expect(isHidden()).toBe(true)
  hover.mockRestore()
  guard.show()
  other.focus()
  window.dispatchEvent(new Event('blur'))
  vi.advanceTimersByTime(1)
  guard.pressed()
  steal()
  vi.advanceTimersByTime(100)
  expect([document.activeElement, isHidden()]).toEqual([frame, false])
  window.removeEventListener('focusout', deaf, true)
  guard.stop()
})
