import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { renderWithHost } from '../testing/renderWithHost'
import { settle } from '../testing/settle'
import { Dialog } from './Dialog'

afterEach(() => {
  vi.useRealTimers()
})

/** A page with one button and any open dialogs. */
function pageWithDialogs() {
  const useOpen = create<{ readonly titles: readonly string[] }>(() => ({ titles: [] }))
  function Page() {
    const { titles } = useOpen()
    return (
      <>
        <button type="button">On the page</button>
        {titles.map((title) => (
          <Dialog key={title} title={title} onClose={() => undefined} foot={undefined}>
            <button type="button">In {title}</button>
          </Dialog>
        ))}
      </>
    )
  }
  const set = (...titles: readonly string[]): Promise<void> => act(async () => useOpen.setState({ titles }))
  const show = async (...titles: readonly string[]): Promise<void> => {
    await set(...titles)
    await settle()
  }
  return { page: <Page />, show, set }
}

// Assistive technology cannot see the content below an open dialog, but that content must still get the focus back.
const focus = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name, hidden: true }).focus())
/** Returns the text of the focused element, or undefined when none has the focus. */
const focused = (): string | null | undefined =>
  document.activeElement === document.body ? undefined : document.activeElement?.textContent

it('gives the focus back to where it came from when it closes', async () => {
  const { page, show } = pageWithDialogs()
  await renderWithHost(page)
  await focus('On the page')
  await show('First')
  expect(focused()).toBe('First')
  await focus('In First')
  await show('First', 'Second')
  expect(focused()).toBe('Second')
  await show('First')
  expect(focused()).toBe('In First')
  await show()
  expect(focused()).toBe('On the page')
})

it('gives it back also when it stood in the place of another one, whose answer had just lost it', async () => {
  const { page, show } = pageWithDialogs()
  await renderWithHost(page)
  await focus('On the page')
  await show('First')
  await act(async () => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await show('Second')
  expect(focused()).toBe('Second')
  await show()
  expect(focused()).toBe('On the page')
})

it('gives it to its home where nothing that it came from is there any more', async () => {
  const { page, show } = pageWithDialogs()
  await renderWithHost(
    <>
      {page}
      <textarea aria-label="Message" data-focus-home />
    </>,
  )
  await show('First')
  await show()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
})

it('takes it from nobody who has it by then', async () => {
  const { page, show, set } = pageWithDialogs()
  await renderWithHost(
    <>
      {page}
      <button type="button">Elsewhere</button>
    </>,
  )
  await focus('On the page')
  await show('First')
  // Radix returns the focus a moment after the dialog has closed.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await set()
  await focus('Elsewhere')
  await act(async () => void (await vi.advanceTimersByTimeAsync(1)))
  expect(focused()).toBe('Elsewhere')
})
