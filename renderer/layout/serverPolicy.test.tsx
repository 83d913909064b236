import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { QuestionId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { noPolicy, type PolicyNarrowing, type PolicyView } from '../../shared/domain/policyView'
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

it('About shows that the use of a model is off where the policy forbids it, and offers no choice', async () => {
  const forbidden = { ...policy, locks: { sampling: { by: ['Atlas IT'], facts: [{ code: 'samplingOff' as const, params: {} }] } } }
  await renderWithHost(<ServersView panels={serverPanels} />, hostOf(aServer({}, { sampling: 'ask' })).publish('policy', forbidden))
  await user.click(screen.getByRole('link', { name: 'good' }))
  await user.click(screen.getByRole('tab', { name: 'About' }))
  expect(screen.queryByRole('radiogroup', { name: 'Use of your model' })).toBeNull()
  expect([screen.getAllByText('Off').length, screen.queryByRole('group', { name: 'Use of your model' })]).toEqual([1, null])
})

it('a server that the policy forbids is grey "Not allowed" with the reason, has no Start, and is not among those that need you', async () => {
  const refused = new AppError('POLICY', { reason: 'policy.ownServers', params: { by: 'Atlas IT', ask: 'Ask Atlas IT.' } }).toData()
  const host = hostOf(aServer()).publish('connections.states', { [good]: { phase: 'failed', error: refused, at: 0 } })
  await renderWithHost(<ServersView panels={serverPanels} />, host)
  const card = screen.getByRole('article')
  expect(within(card).getByRole('status').textContent).toBe('Not allowed')
  expect(card.textContent).toContain('Atlas IT')
  expect(screen.queryByRole('region', { name: 'Need you' })).toBeNull()
  expect(namesOf(within(card).getAllByRole('button'))).not.toContain('Start')
})

it('a server that waits to be started says so, and Start brings up its question instead of nothing', async () => {
  const questionId = QuestionId.parse('00000000-0000-4000-8000-000000000001')
  const host = hostOf(aServer())
    .publish('connections.states', { [good]: { phase: 'stopped', why: 'waitsForStart' } })
    .publish('questions', {
      ended: [],
      open: [
        {
          id: questionId,
          asker: { serverId: good, callIds: [] },
          created: 0,
          expires: 1,
          details: { kind: 'start', launch: { kind: 'stdio', command: 'x', args: [], env: {} } },
        },
      ],
    })
  await renderWithHost(<ServersView panels={serverPanels} />, host)
  expect(screen.getByRole('status').textContent).toBe('Start?')
  await user.click(screen.getByRole('button', { name: 'Start' }))
  expect(useNavigation.getState().questionId).toBe(questionId)
  expect(host.asked.map(({ name }) => name)).not.toContain('servers.start')
})
