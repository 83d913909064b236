import { screen, waitFor } from '@testing-library/react'
import { Popover } from 'radix-ui'
import { beforeEach, expect, it } from 'vitest'
import { Inbox } from '../features/questions/inbox/Inbox'
import { ServersView } from '../features/servers/ServersView'
import { SettingsView } from '../features/settings/SettingsView'
import { t } from '../i18n/t'
import { FakeHost } from '../testing/fakeHost'
import { renderWithHost } from '../testing/renderWithHost'
import { user } from '../testing/user'
import { useNavigation } from '../state/navigation'
import { serverPanels } from './serverPanels'
import { useGlobalShortcuts } from './useGlobalShortcuts'

function Keys({ shell }: { readonly shell: 'electron' | 'browser' }) {
  useGlobalShortcuts(shell)
  return (
    <>
      <button type="button">In the sidebar</button>
      <textarea data-focus-home />
    </>
  )
}

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

it('goes to the views with Ctrl in the desktop shell', async () => {
  await renderWithHost(<Keys shell="electron" />, new FakeHost())
  await user.keyboard('{Control>}[Digit3]{/Control}')
  expect(useNavigation.getState().view).toBe('servers')
  await user.keyboard('{Control>}{Shift>}[KeyA]{/Shift}{/Control}')
  expect(useNavigation.getState().serverForm).toEqual({ kind: 'add' })
})

it('leaves those keys to the browser in the browser shell, and takes Alt', async () => {
  await renderWithHost(<Keys shell="browser" />, new FakeHost())
  await user.keyboard('{Control>}[Digit3]{/Control}')
  expect(useNavigation.getState().view).toBe('chat')
  await user.keyboard('{Alt>}[Digit3]{/Alt}')
  expect(useNavigation.getState().view).toBe('servers')
  await user.keyboard('{Control>}[KeyK]{/Control}')
  expect(useNavigation.getState().palette).toBe(true)
})

it.each(['KeyN', 'Digit1'])('%s takes the focus from the sidebar to the message, so that one can type at once', async (code) => {
  await renderWithHost(<Keys shell="browser" />, new FakeHost())
  screen.getByRole('button').focus()
  await user.keyboard(`{Alt>}[${code}]{/Alt}`)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
})

// Alt 3 and Alt 5 opened their views and left the focus in the sidebar, so that J, or the arrow keys, went on there.
it.each([
  ['Digit3', 'servers.title'],
  ['Digit4', 'inbox.title'],
  ['Digit5', 'settings.title'],
] as const)('%s takes the focus into the view that it opens', async (code, title) => {
  const host = new FakeHost()
    .publish('servers', { servers: [], broken: [] })
    .publish('connections.states', {})
    .publish('questions', { open: [], ended: [] })
  await renderWithHost(<Views />, host)
  screen.getByRole('button', { name: 'In the sidebar' }).focus()
  await user.keyboard(`{Alt>}[${code}]{/Alt}`)
  await waitFor(() => expect(document.activeElement?.querySelector('h1')?.textContent).toBe(t(title)))
})

function Views() {
  useGlobalShortcuts('browser')
  const view = useNavigation((at) => at.view)
  return (
    <>
      <button type="button">In the sidebar</button>
      {view === 'servers' && <ServersView panels={serverPanels} />}
      {view === 'inbox' && <Inbox />}
      {view === 'settings' && <SettingsView />}
    </>
  )
}

it('shows the keys at "?", but not while somebody types', async () => {
  await renderWithHost(<Keys shell="electron" />, new FakeHost())
  await user.click(screen.getByRole('textbox'))
  await user.keyboard('{Shift>}?{/Shift}')
  expect(useNavigation.getState().keys).toBe(false)
  await user.click(document.body)
  await user.keyboard('{Shift>}?{/Shift}')
  expect(useNavigation.getState().keys).toBe(true)
})

// Catches: the list of tools stood open, and Ctrl K did nothing, for a popover has the role of a dialog.
it('opens the palette also while something hangs open from a button, which it takes the place of', async () => {
  await renderWithHost(
    <>
      <Keys shell="browser" />
      <Popover.Root>
        <Popover.Trigger>2 servers</Popover.Trigger>
        <Popover.Portal>
          <Popover.Content aria-label="Tools for the model">echo</Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </>,
    new FakeHost(),
  )
  await user.click(screen.getByRole('button', { name: '2 servers' }))
  expect(screen.getByRole('dialog', { name: 'Tools for the model' })).toBeTruthy()
  await user.keyboard('{Control>}[KeyK]{/Control}')
  expect(useNavigation.getState().palette).toBe(true)
})

// Catches: "?" that does nothing while an approval is open, which is when somebody looks for its keys.
it('shows the keys at "?" over a dialog, and changes nothing else below it', async () => {
  await renderWithHost(
    <>
      <Keys shell="electron" />
      <div role="dialog" aria-label="Allow echo?" />
    </>,
    new FakeHost(),
  )
  await user.keyboard('{Control>}[Digit3]{/Control}')
  await user.keyboard('?')
  expect([useNavigation.getState().view, useNavigation.getState().keys]).toEqual(['chat', true])
})
