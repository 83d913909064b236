import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { NotificationsRow } from './NotificationsRow'

afterEach(() => void Reflect.deleteProperty(globalThis, 'Notification'))

/** Replaces the desktop's notifications, which jsdom does not have. */
function desktopThat(says: NotificationPermission, answers: NotificationPermission = says): void {
  const desktop = { permission: says, requestPermission: async () => (desktop.permission = answers) }
  Object.assign(globalThis, { Notification: desktop })
}
const hostWith = (notifications: boolean) =>
  new FakeHost()
    .publish('settings', { appearance: { language: 'system', theme: 'system', textSize: 100 }, notifications, automaticSummaries: false })
    .answer('settings.set', () => undefined)

it('says so where notifications are switched on and the system does not let them through', async () => {
  desktopThat('denied')
  await renderWithHost(<NotificationsRow />, hostWith(true))
  expect(screen.getByText('Parley may not show notifications here, so none come.')).toBeTruthy()
  expect(screen.getByText('Allow them in the settings of your system or browser.')).toBeTruthy()
})

it('asks the system when they are switched on, and keeps them off where it says no', async () => {
  desktopThat('default', 'denied')
  const view = await renderWithHost(<NotificationsRow />, hostWith(false))
  await user.click(screen.getByRole('switch', { name: 'Tell me when something waits' }))
  expect(screen.getByRole('alert').textContent).toContain('Notifications of Parley are not allowed here.')
  expect(view.host.asked).toEqual([])
})

it('offers to ask the system again where it was never asked on this computer', async () => {
  desktopThat('default', 'granted')
  await renderWithHost(<NotificationsRow />, hostWith(true))
  await user.click(screen.getByRole('button', { name: 'Allow…' }))
  expect(document.body.textContent).not.toContain('may not show')
})
