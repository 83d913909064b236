import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { noPolicy, type PolicyNarrowing, type PolicyView } from '../../shared/domain/policy'
import { useNavigation } from '../state/navigation'
import { serverPanels } from './serverPanels'
import { aServer, hostOf } from '../testing/sampleServers'
import { renderWithHost } from '../testing/renderWithHost'
import { namesOf } from '../testing/namesOf'
import { user } from '../testing/user'
import { ServersView } from '../features/servers/ServersView'

const told: PolicyNarrowing = { by: ['Atlas IT'], facts: [{ code: 'told', params: { server: 'good', folders: ['/srv'] } }] }
const policy: PolicyView = {
  ...noPolicy,
  files: [{ path: '/etc/parley/policy.json', from: 'machine', state: 'counts' }],
  locks: {
    servers: { by: ['Atlas IT'], facts: [{ code: 'ownNone', params: {} }] },
    folders: told,
  },
  mayAddServers: false,
  fixedFolders: { good: told },
}
const good = ServerId.parse('good')
const show = () =>
  renderWithHost(
    <ServersView panels={serverPanels} />,
    hostOf(aServer({}, { setBy: 'Atlas IT', roots: ['file:///srv'] })).publish('policy', policy),
  )

beforeEach(() => useNavigation.setState({ ...useNavigation.getInitialState(), view: 'servers' }))

it('a server that an admin has set is neither edited nor removed, and says who set it', async () => {
  await show()
  const buttons = namesOf(screen.queryAllByRole('button'))
  expect([buttons.includes('Edit'), buttons.includes('Remove'), buttons.includes('Stop')]).toEqual([false, false, true])
  expect(screen.getByRole('article').textContent).toContain('Set by Atlas IT')
  screen.getByRole('link', { name: 'good' }).focus()
  await user.keyboard('e')
  expect(useNavigation.getState().serverForm).toBeUndefined()
})

it('where users may have no servers of their own, Add server is off, with the reason and the way to the policy', async () => {
  await show()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add server' }).disabled).toBe(true)
  expect(screen.getByText('Set by Atlas IT: you have no servers of your own.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'See the policy' }))
  expect(useNavigation.getState()).toMatchObject({ view: 'settings', settingsPage: 'policy' })
})

it('folders that an admin has set are shown, and not changed', async () => {
  useNavigation.setState({ serverId: good, serverTab: 'folders' })
  await show()
  const buttons = namesOf(screen.queryAllByRole('button'))
  expect([buttons.includes('Add folder'), buttons.includes('Stop sharing')]).toEqual([false, false])
  expect(screen.getByText(/is told about \/srv, and no others/)).toBeTruthy()
})
