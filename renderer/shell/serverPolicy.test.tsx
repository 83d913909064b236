import { beforeEach, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { noPolicy, type PolicyView } from '../../shared/domain/policy'
import { useNavigation } from '../state/navigation'
import { serverPanels } from './serverPanels'
import { aServer, hostOf } from '../testing/sampleServers'
import { find, key, names, press } from '../testing/person'
import { renderWithHost } from '../testing/renderWithHost'
import { ServersView } from '../features/servers/ServersView'

const policy: PolicyView = {
  ...noPolicy,
  files: [{ path: '/etc/parley/policy.json', from: 'machine', state: 'counts' }],
  locks: {
    servers: 'Set by Atlas IT: you have no servers of your own.',
    folders: 'Set by Atlas IT: “good” is told about /srv, and no others.',
  },
  mayAddServers: false,
  fixedFolders: { good: 'Set by Atlas IT: “good” is told about /srv, and no others.' },
}
const good = ServerId.parse('good')
const show = () =>
  renderWithHost(
    <ServersView panels={serverPanels} />,
    hostOf(aServer({}, { setBy: 'Atlas IT', roots: ['file:///srv'] })).publish('policy', policy),
  )

beforeEach(() => useNavigation.setState({ ...useNavigation.getInitialState(), view: 'servers' }))

it('a server that an admin has set is neither edited nor removed, and says who set it', async () => {
  await using view = await show()
  const buttons = names(view.page, 'article button')
  expect([buttons.includes('Edit'), buttons.includes('Remove'), buttons.includes('Stop')]).toEqual([false, false, true])
  expect(view.page.querySelector('article')?.textContent).toContain('Set by Atlas IT')
  find(view.page, 'article a', 'good').focus()
  await key({ key: 'e' })
  expect(useNavigation.getState().serverForm).toBeUndefined()
})

it('where users may have no servers of their own, Add server is off, with the reason and the way to the policy', async () => {
  await using view = await show()
  expect(find<HTMLButtonElement>(view.page, 'button', 'Add server').disabled).toBe(true)
  expect(view.page.textContent).toContain('Set by Atlas IT: you have no servers of your own.')
  await press(find(view.page, 'a', 'See the policy'))
  expect(useNavigation.getState()).toMatchObject({ view: 'settings', settingsPage: 'policy' })
})

it('folders that an admin has set are shown, and not changed', async () => {
  useNavigation.setState({ serverId: good, serverTab: 'folders' })
  await using view = await show()
  const buttons = names(view.page, 'button')
  expect([buttons.includes('Add folder'), buttons.includes('Stop sharing')]).toEqual([false, false])
  expect(view.page.textContent).toContain('is told about /srv, and no others')
})
