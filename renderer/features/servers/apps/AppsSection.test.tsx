import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ServerId } from '../../../../shared/domain/ids'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { AppsSection } from './AppsSection'

const [maps, other] = [ServerId.parse('Maps'), ServerId.parse('Other')]
const grant = { origins: ['https://tiles.example'], ownCode: true, redirects: false, permissions: ['camera' as const] }

it('says what the apps of this server may always, and takes each back', async () => {
  const host = new FakeHost()
    .publish('apps.grants', [
      { serverId: maps, resourceUri: 'ui://maps/page', grant, grantedAt: 1 },
      { serverId: other, resourceUri: 'ui://other/page', grant, grantedAt: 1 },
    ])
    .publish('apps.unprotected', [{ serverId: maps, allowedAt: 1 }])
    .answer('apps.setUnprotected', () => undefined)
    .answer('apps.takeBack', () => undefined)
  await renderWithHost(<AppsSection serverId={maps} />, host)
  const rows = within(screen.getByRole('region', { name: 'Apps of this server' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Open without protection'),
    expect.stringContaining('tiles.example · Use the camera · code that it writes itself'),
  ])
  await user.click(screen.getByRole('button', { name: 'Protect them again' }))
  await user.click(screen.getByRole('button', { name: /ui:\/\/maps\/page/ }))
  expect(host.asked).toEqual([
    { name: 'apps.setUnprotected', input: { serverId: 'Maps', on: false } },
    { name: 'apps.takeBack', input: { serverId: 'Maps', resourceUri: 'ui://maps/page' } },
  ])
  await act(async () => void host.publish('apps.unprotected', []).publish('apps.grants', []))
  await settle()
  expect(screen.queryByRole('region')).toBeNull()
})
