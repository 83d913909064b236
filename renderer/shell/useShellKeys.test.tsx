import { beforeEach, expect, it } from 'vitest'
import { FakeHost } from '../testing/fakeHost'
import { key } from '../testing/person'
import { renderWithHost } from '../testing/renderWithHost'
import { useNavigation } from '../state/navigation'
import { useShellKeys } from './useShellKeys'

function Keys({ shell }: { readonly shell: 'electron' | 'browser' }) {
  useShellKeys(shell)
  return <textarea />
}

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

it('goes to the views with Ctrl in the desktop shell', async () => {
  await using _view = await renderWithHost(<Keys shell="electron" />, new FakeHost())
  await key({ code: 'Digit2', key: '2', ctrlKey: true })
  expect(useNavigation.getState().view).toBe('servers')
  await key({ code: 'KeyA', key: 'A', ctrlKey: true, shiftKey: true })
  expect(useNavigation.getState().serverForm).toEqual({ kind: 'add' })
})

it('leaves those keys to the browser in the browser shell, and takes Alt', async () => {
  await using _view = await renderWithHost(<Keys shell="browser" />, new FakeHost())
  await key({ code: 'Digit2', key: '2', ctrlKey: true })
  expect(useNavigation.getState().view).toBe('chat')
  await key({ code: 'Digit2', key: '2', altKey: true })
  expect(useNavigation.getState().view).toBe('servers')
  await key({ code: 'KeyK', key: 'k', ctrlKey: true })
  expect(useNavigation.getState().palette).toBe(true)
})

it('shows the keys at "?", but not while somebody types', async () => {
  await using view = await renderWithHost(<Keys shell="electron" />, new FakeHost())
  view.page.querySelector('textarea')?.focus()
  await key({ key: '?', code: 'Slash', shiftKey: true })
  expect(useNavigation.getState().keys).toBe(false)
  view.page.querySelector('textarea')?.blur()
  await key({ key: '?', code: 'Slash', shiftKey: true })
  expect(useNavigation.getState().keys).toBe(true)
})
