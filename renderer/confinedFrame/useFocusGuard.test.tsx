import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFocusGuard } from './useFocusGuard'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Page() {
  const frame = useRef<HTMLIFrameElement>(null)
  useFocusGuard(frame)
  return (
    <>
      <textarea aria-label="Message" />
      <iframe ref={frame} title="Preview" />
    </>
  )
}

/** The person is in the text field. `steal` moves the focus into the frame, as a script in it does. */
function page({ pointed }: { readonly pointed: boolean }) {
  render(<Page />)
  const field = screen.getByRole('textbox')
  const frame = screen.getByTitle('Preview')
  const matches = frame.matches.bind(frame)
  vi.spyOn(frame, 'matches').mockImplementation((selector) => (selector === ':hover' ? pointed : matches(selector)))
  field.focus()
  const steal = (): Element | null => {
    frame.focus()
    vi.advanceTimersByTime(1)
    return document.activeElement
  }
  return { field, frame, steal }
}

it('B07: a frame that takes the focus by itself gives it back', () => {
  const { field, steal } = page({ pointed: false })
  expect([steal(), steal()]).toEqual([field, field])
})

it('B07: the pointer resting over the frame is no leave to take the keyboard from who types', () => {
  const { field, frame, steal } = page({ pointed: true })
  fireEvent.keyDown(field, { key: 'x' })
  expect(steal()).toBe(field)
  vi.advanceTimersByTime(1_001)
  expect(steal()).toBe(frame)
})

it('Tab leads into the frame, and only at once', () => {
  const { field, frame, steal } = page({ pointed: false })
  fireEvent.keyDown(field, { key: 'Tab' })
  expect(steal()).toBe(frame)
  field.focus()
  vi.advanceTimersByTime(600)
  expect(steal()).toBe(field)
})
