import { expect, it } from 'vitest'
import { TestHost } from '../testing/testHost'
import { DesktopStore } from './desktopStore'

const settings = {
  settings: () => ({ desktop: { tray: false, keepRunning: false, quickWindow: 'off' as const } }),
  edit: () => undefined,
}

it('keeps the last place until the main window has taken exactly that one', () => {
  // Catches a slow page that takes the first of two requests, and with it the second, which nobody shows then.
  const did: string[] = []
  const store = new DesktopStore({ settings, windows: { openMain: () => did.push('open'), hideQuick: () => did.push('hide') } })
  store.open({ kind: 'newChat' })
  const first = store.state().request
  store.open({ kind: 'inbox' })
  store.taken(first?.number ?? 0)
  expect(store.state().request).toEqual({ number: 2, place: { kind: 'inbox' } })
  store.taken(2)
  expect([store.state().request, did]).toEqual([null, ['hide', 'open', 'hide', 'open']])
})

it('refuses to open windows in a shell that has none, and asks nothing of the page', async () => {
  await using host = await TestHost.start()
  await expect(host.call('desktop.open', { place: { kind: 'inbox' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(host.computed('desktop')).toMatchObject({ request: null })
})

it('keeps a choice in settings.json, and the defaults of what was not chosen', async () => {
  await using host = await TestHost.start()
  await host.call('desktop.set', { quickWindow: 'Alt+Space' })
  expect(host.computed('desktop')).toMatchObject({ settings: { tray: false, keepRunning: false, quickWindow: 'Alt+Space' } })
})
