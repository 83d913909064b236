import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { FakeHost } from '../testing/fakeHost'
import { renderWithHost } from '../testing/renderWithHost'
import { user } from '../testing/user'
import { useNavigation } from '../state/navigation'
import { useGlobalShortcuts } from './useGlobalShortcuts'

function Keys({ shell }: { readonly shell: 'electron' | 'browser' }) {
  useGlobalShortcuts(shell)
  return <textarea />
}

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

it('goes to the views with Ctrl in the desktop shell', async () => {
  await renderWithHost(<Keys shell="electron" />, new FakeHost())
  await user.keyboard('{Control>}[Digit2]{/Control}')
  expect(useNavigation.getState().view).toBe('servers')
  await user.keyboard('{Control>}{Shift>}[KeyA]{/Shift}{/Control}')
  expect(useNavigation.getState().serverForm).toEqual({ kind: 'add' })
})

it('leaves those keys to the browser in the browser shell, and takes Alt', async () => {
  await renderWithHost(<Keys shell="browser" />, new FakeHost())
  await user.keyboard('{Control>}[Digit2]{/Control}')
  expect(useNavigation.getState().view).toBe('chat')
  await user.keyboard('{Alt>}[Digit2]{/Alt}')
  expect(useNavigation.getState().view).toBe('servers')
  await user.keyboard('{Control>}[KeyK]{/Control}')
  expect(useNavigation.getState().palette).toBe(true)
})

it('shows the keys at "?", but not while somebody types', async () => {
  await renderWithHost(<Keys shell="electron" />, new FakeHost())
  await user.click(screen.getByRole('textbox'))
  await user.keyboard('{Shift>}?{/Shift}')
  expect(useNavigation.getState().keys).toBe(false)
  await user.click(document.body)
  await user.keyboard('{Shift>}?{/Shift}')
  expect(useNavigation.getState().keys).toBe(true)
})
