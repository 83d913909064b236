import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Catalog } from '../../shared/domain/catalog'
import type { ConnectionState } from '../../shared/domain/connectionState'
import { QuestionId, ServerId, UndoId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { negotiated, readyState } from '../../shared/testing/readyState'
import { sampleServer } from '../../shared/testing/sampleServer'
import { useNavigation } from '../state/navigation'
import { serverPanels } from './serverPanels'
import { SidebarServers } from './SidebarServers'
import { anAccount, uuidOf } from '../testing/sampleAccounts'
import { FakeHost } from '../testing/fakeHost'
import { renderWithHost } from '../testing/renderWithHost'
import { namesOf, collectTexts } from '../testing/namesOf'
import { fill, user } from '../testing/user'
import { endUndo, useUndoStore } from '../state/undoStore'
import { t } from '../i18n/t'
import { ServersView } from '../features/servers/ServersView'

const id = (name: string) => ServerId.parse(name)
const definition = (name: string, change: Partial<ServerConfig> = {}): ServerConfig =>
  sampleServer(name, { launch: { kind: 'stdio', command: 'npx', args: ['-y', 'some-server'], env: {} }, ...change })
const ready = readyState({
  negotiation: negotiated('2025-11-25'),
  identity: { name: 'Parley itself', version: '1' },
  offers: { tools: 2, resources: 0, prompts: 0, skipped: 0 },
})
const hostile = '<img src=x onerror=alert(1)>\u202E'
const catalog: Catalog = {
  tools: [
    { name: 'echo', description: hostile, inputSchema: {}, hash: 'a' },
    { name: 'wipe', inputSchema: {}, hash: 'b', annotations: { destructiveHint: true } },
  ],
  prompts: [],
  resources: [],
  skipped: [{ what: 'tool', name: 'bad', reason: { id: 'errors.parsing.noInputSchema' } }],
  notices: [],
  templates: [],
  skills: [],
  readAt: 0,
}
const hostWith = (states: Readonly<Record<string, ConnectionState>>, change: Partial<ServerConfig> = {}) =>
  new FakeHost()
    .publish('servers', { servers: Object.keys(states).map((name) => definition(name, change)), broken: [] })
    .publish('connections.states', states)
    .publish('servers.catalogVersions', {})
    .publish('rules.list', [])
    .publish('accounts', { accounts: [], attempts: [] })
    .publish('vault', { kept: 'unknown', state: 'unasked', secrets: [] })
    .answer('servers.catalog', () => catalog)
    .answer('servers.stop', () => undefined)
    .answer('servers.setToolEnabled', () => undefined)
    .answer('servers.remove', () => ({ undoId: UndoId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b12') }))
    .answer('servers.restore', () => undefined)

beforeEach(() => {
  useNavigation.setState(useNavigation.getInitialState())
  useNavigation.setState({ view: 'servers' })
})

describe('the list of servers', () => {
  it.each([
    ['row', ready],
    ['card', { phase: 'failed', at: 0, error: { code: 'COMMAND_NOT_FOUND', message: 'Not found' } }],
  ] as const)('says in the %s of a server what its entry holds that has no effect, and so does its page', async (_shape, state) => {
    const remarks = [{ id: 'servers.remark.misspelt', params: { path: 'parley → samplng', meant: 'sampling' } }] as const
    await renderWithHost(<ServersView panels={serverPanels} />, hostWith({ Files: state }, { remarks }))
    expect(screen.getByRole('article', { name: 'Files' }).textContent).toContain('Did you mean “sampling”?')
    await user.click(screen.getByRole('link', { name: 'Files' }))
    expect(screen.getByRole('article', { name: 'Files' }).textContent).toContain('Did you mean “sampling”?')
  })

  it('keeps a server that fails again and again in its place, with the reason, while it is started again', async () => {
    const failure = { error: { code: 'SERVER_EXITED', message: 'It stopped with code 3' }, at: 5 } as const
    const host = hostWith({ Calm: ready, Broken: { phase: 'failed', ...failure, retryAt: 9 } })
    await renderWithHost(<ServersView panels={serverPanels} />, host)
    const names = () => screen.getAllByRole('article').map((card) => within(card).getByRole('status').textContent)
    const before = names()
    host.publish('connections.states', {
      [id('Calm')]: ready,
      [id('Broken')]: { phase: 'starting', since: 9, step: 'launching', lastFailure: failure },
    })
    expect(await screen.findByText(/It stopped with code 3/)).toBeTruthy()
    expect(await screen.findByText(t('servers.state.starting'))).toBeTruthy()
    expect(names()).toEqual([t('servers.state.starting'), before[1]])
  })

  it('puts those that need a person first, each an article with exactly one status', async () => {
    const error = { code: 'COMMAND_NOT_FOUND', message: 'The command npx was not found', hint: 'Install Node' } as const
    const host = hostWith({
      good: ready,
      off: { phase: 'disabled' },
      lost: { phase: 'failed', at: 0, error, evidence: { kind: 'path', folders: ['/usr/bin'] } },
    })
    await renderWithHost(<ServersView panels={serverPanels} />, host)
    expect(namesOf(screen.queryAllByRole('article'))).toEqual(['lost', 'good', 'off'])
    const states = screen.getAllByRole('article').map((article) => collectTexts(within(article).getAllByRole('status')))
    expect(states).toEqual([['Failed'], ['Ready'], ['Disabled']])
    expect(screen.getByRole('article', { name: 'lost' }).textContent).toContain('The command npx was not found. Install NodePATH/usr/bin')
  })

  // Catches: a new entry that waits for an answer under "others", where nobody looks for it.
  it('counts a server that waits for a word among those that need a person, and says why it waits', async () => {
    await renderWithHost(
      <ServersView panels={serverPanels} />,
      hostWith({ good: ready, added: { phase: 'stopped', why: 'waitsForStart' } }),
    )
    const card = within(screen.getByRole('region', { name: 'Need you' })).getByRole('article', { name: 'added' })
    expect(card.textContent).toContain('It was added or changed, and starts when you say so.')
    expect(within(card).getByRole('button', { name: 'Start' })).toBeTruthy()
  })

  // Catches: an entry that is wrong by hand, with a card from which nothing leads to its file, and that is missing beside the list.
  it('says of an entry that cannot be read where it can be mended, removes it, and shows it in the sidebar', async () => {
    const path = '“parley → protocol” cannot be used'
    const broken = [{ id: id('slip'), error: { code: 'INVALID_INPUT', message: path } }] as const
    const host = hostWith({ good: ready })
      .publish('servers', { servers: [definition('good')], broken })
      .publish('app', {
        shell: 'test',
        version: '1',
        platform: 'linux',
        dataDir: '/d',
        secretsKept: 'keychain',
        fresh: false,
        problems: [],
      })
    await renderWithHost(
      <>
        <ServersView panels={serverPanels} />
        <SidebarServers />
      </>,
      host,
    )
    const card = screen.getByRole('article', { name: 'slip' })
    expect(card.textContent).toContain('Mend its entry in /d/servers.json.')
    expect(within(screen.getByRole('region', { name: 'Servers and their state' })).getByRole('link', { name: /slip/ })).toBeTruthy()
    await user.click(within(card).getByRole('button', { name: 'Remove' }))
    expect(host.asked.at(-1)).toEqual({ name: 'servers.remove', input: { serverId: 'slip' } })
  })

  it('offers what can be done in each state, by its name', async () => {
    const host = hostWith({ good: ready, stopped: { phase: 'stopped', why: 'byUser' }, off: { phase: 'disabled' } })
    await renderWithHost(<ServersView panels={serverPanels} />, host)
    expect(namesOf(within(screen.getByRole('article', { name: 'good' })).queryAllByRole('button'))).toEqual([
      'Restart',
      'Stop',
      'Edit',
      'Disable',
      'Remove',
    ])
    expect(namesOf(within(screen.getByRole('article', { name: 'stopped' })).queryAllByRole('button'))).toEqual([
      'Start',
      'Edit',
      'Disable',
      'Remove',
    ])
    expect(namesOf(within(screen.getByRole('article', { name: 'off' })).queryAllByRole('button'))).toEqual(['Enable', 'Edit', 'Remove'])
    await user.click(within(screen.getByRole('article', { name: 'good' })).getByRole('button', { name: 'Stop' }))
    expect(host.asked.at(-1)).toEqual({ name: 'servers.stop', input: { serverId: 'good' } })
  })

  it('says beside the server why something could not be done', async () => {
    const host = hostWith({ stopped: { phase: 'stopped', why: 'byUser' } })
    await renderWithHost(<ServersView panels={serverPanels} />, host)
    await user.click(screen.getByRole('button', { name: 'Start' }))
    expect(screen.getByRole('article', { name: 'stopped' }).textContent).toContain('The fake host has no answer to servers.start')
  })

  it('removes a server at once where Undo brings all of it back', async () => {
    const host = hostWith({ good: ready })
    await renderWithHost(<ServersView panels={serverPanels} />, host)
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(useUndoStore.getState().offer?.sentence).toBe('“good” removed')
    endUndo('undo')
    expect(host.asked.at(-1)).toEqual({ name: 'servers.restore', input: { undoId: '5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b12' } })
  })

  it('finds a server by one of its tools', async () => {
    const host = hostWith({ good: ready, other: { phase: 'disabled' } })
    await renderWithHost(<ServersView panels={serverPanels} />, host)
    await fill(screen.getByLabelText('Find a server or tool'), 'wip')
    expect(namesOf(screen.queryAllByRole('article'))).toEqual(['good'])
  })

  it('is walked with J and K, and E edits', async () => {
    await renderWithHost(<ServersView panels={serverPanels} />, hostWith({ good: ready, off: { phase: 'disabled' } }))
    await user.keyboard('j')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'good' }))
    await user.keyboard('j')
    await user.keyboard('k')
    await user.keyboard('j')
    await user.keyboard('e')
    expect(useNavigation.getState().serverForm).toEqual({ kind: 'edit', serverId: 'off' })
  })

  it('leads to the sign-in of a server that needs one, or to the question that waits for it', async () => {
    const error = { code: 'SIGN_IN_REQUIRED', message: 'good wants to know who calls' } as const
    const launch = { kind: 'http', url: 'https://mcp.good.example', headers: {}, transport: 'auto' } as const
    const account = anAccount(1)
    const questionId = QuestionId.parse(uuidOf(9))
    const question = {
      id: questionId,
      asker: { serverId: id('good'), callIds: [] },
      created: 0,
      expires: 1,
      details: { kind: 'signIn' as const, accountId: account.accountId, label: 'Work', why: 'first' as const, scopes: [] },
    }
    const host = hostWith({ good: { phase: 'needsSignIn', error } }, { launch })
      .publish('accounts', { accounts: [account], attempts: [] })
      .publish('questions', { open: [], ended: [] })
    await renderWithHost(
      <>
        <ServersView panels={serverPanels} />
        <SidebarServers />
      </>,
      host,
    )
    const article = screen.getByRole('article', { name: 'good' })
    expect(within(article).getByRole('status').textContent).toBe('Needs sign-in')
    await user.click(within(article).getByRole('button', { name: 'Sign in' }))
    expect(useNavigation.getState().signIn).toEqual({ kind: 'server', serverId: 'good', accountId: account.accountId })
    useNavigation.setState({ signIn: undefined })
    host.publish('questions', { open: [question], ended: [] })
    await user.click(screen.getByRole('button', { name: 'Sign in to “good”' }))
    expect([useNavigation.getState().signIn, useNavigation.getState().questionId]).toEqual([undefined, questionId])
  })

  it('says which step of a sign-in failed, and leads to where a client ID is entered', async () => {
    const error = {
      code: 'SIGN_IN_FAILED',
      message: 'auth.good.example did not accept Parley',
      hint: 'Enter a client ID',
      said: '<b>invalid_client</b>',
      remedy: 'clientId',
    } as const
    const launch = { kind: 'http', url: 'https://mcp.good.example', headers: {}, transport: 'auto' } as const
    const host = hostWith({ good: { phase: 'failed', error, at: 0 } }, { launch }).publish('accounts', {
      accounts: [anAccount(1)],
      attempts: [],
    })
    await renderWithHost(<ServersView panels={serverPanels} />, host)
    const article = screen.getByRole('article', { name: 'good' })
    expect(article.textContent).toContain('auth.good.example did not accept Parley. Enter a client ID')
    expect(article.textContent).toContain('<b>invalid_client</b>')
    await user.click(within(article).getByRole('button', { name: 'Enter a client ID…' }))
    expect(useNavigation.getState().serverForm).toEqual({ kind: 'edit', serverId: 'good', part: 'signIn' })
  })

  it('says what to do when there is none, with one button called "Add server"', async () => {
    await renderWithHost(<ServersView panels={serverPanels} />, hostWith({}))
    expect(namesOf(screen.queryAllByRole('button')).filter((name) => name === 'Add server')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Add server' }))
    expect(useNavigation.getState().serverForm).toEqual({ kind: 'add' })
  })
})

describe('the page of one server', () => {
  beforeEach(() => useNavigation.setState({ serverId: id('good') }))

  it('shows what a server wrote as text only, and draws characters that would hide or turn it around', async () => {
    await renderWithHost(<ServersView panels={serverPanels} />, hostWith({ good: ready }))
    // The page has its own links, but no image.
    expect(screen.queryAllByRole('img').concat([...document.images])).toEqual([])
    expect(document.body.textContent).toContain('<img src=x onerror=alert(1)>U+202E')
    expect(screen.queryAllByTitle(/./)).toEqual([])
  })

  it('switches one tool off', async () => {
    const host = hostWith({ good: ready })
    await renderWithHost(<ServersView panels={serverPanels} />, host)
    await user.click(screen.getByRole('switch', { name: 'echo' }))
    expect(host.asked.at(-1)).toEqual({ name: 'servers.setToolEnabled', input: { serverId: 'good', tools: ['echo'], enabled: false } })
  })

  it('CA-09: asks a server again for what it offers, for those that do not tell when it changes', async () => {
    const host = hostWith({ good: ready }).answer('servers.refresh', () => undefined)
    await renderWithHost(<ServersView panels={serverPanels} />, host)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(host.asked.filter(({ name }) => name === 'servers.refresh')).toEqual([{ name: 'servers.refresh', input: { serverId: 'good' } }])
  })

  it('SS-03: says that a transport is deprecated', async () => {
    await renderWithHost(<ServersView panels={serverPanels} />, hostWith({ good: { ...ready, transport: 'sse' } }))
    expect(screen.getByRole('article', { name: 'good' }).textContent).toContain('2025-11-25 · HTTP+SSE·Deprecated')
  })

  it('keeps its own status single, and says what was set aside', async () => {
    await renderWithHost(<ServersView panels={serverPanels} />, hostWith({ good: ready }))
    const article = screen.getByRole('article', { name: 'good' })
    expect(collectTexts(within(article).getAllByRole('status'))).toEqual(['Ready'])
    expect(article.textContent).toContain('It has no input schema for an object')
  })
})
