import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { renderWithHost } from '../../testing/renderWithHost'
import { fill } from '../../testing/user'
import { useSavedText } from './useSavedText'

/** What the host has. */
const useSaved = create(() => ({ text: 'kept' }))
const arrive = (text: string): void => useSaved.setState({ text })

function Field({ onSave }: { readonly onSave: (text: string) => void }) {
  const { text, setText, flush } = useSavedText(
    useSaved((saved) => saved.text),
    onSave,
  )
  return <input aria-label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} onBlur={flush} />
}

beforeEach(() => arrive('kept'))

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Text' })

it('saves what is typed when the field is left, and when it goes', async () => {
  const onSave = vi.fn<(text: string) => void>()
  const { unmount } = await renderWithHost(<Field onSave={onSave} />)
  await fill(field(), 'typed')
  act(() => field().blur())
  expect(onSave).toHaveBeenLastCalledWith('typed')
  await fill(field(), 'typed on')
  unmount()
  expect(onSave).toHaveBeenLastCalledWith('typed on')
})

// Catches: the answer to an earlier save takes away what was typed since.
it('keeps what was typed since the last save, and follows what comes from elsewhere once that has arrived', async () => {
  await renderWithHost(<Field onSave={() => undefined} />)
  await fill(field(), 'one two')
  await act(async () => arrive('one'))
  expect(field().value).toBe('one two')
  await act(async () => arrive('one two'))
  await act(async () => arrive('from elsewhere'))
  expect(field().value).toBe('from elsewhere')
})
