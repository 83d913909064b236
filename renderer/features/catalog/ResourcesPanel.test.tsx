import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Resource } from '../../../shared/domain/catalog'
import { CallId, QuestionId } from '../../../shared/domain/ids'
import type { Question } from '../../../shared/domain/question'
import type { SubscribedResource, ResourceContents } from '../../../shared/domain/resourceContents'
import { AppError } from '../../../shared/errors/appError'
import { useAttachments } from '../../state/draftAttachments'
import { useNavigation } from '../../state/navigation'
import { aServer, hostOf } from '../../testing/sampleServers'
import type { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
import { tinyPng } from '../../testing/tinyPng'
import { activeMarkup } from '../../testing/activeMarkup'
import { collectTexts } from '../../testing/namesOf'
import { fill, user } from '../../testing/user'
import { ResourcesPanel } from './ResourcesPanel'

const good = aServer()
const serverId = good.server.id
const uri = 'db://x/invoices'
const hostile = '<img src=x onerror=alert(1)>'
const resources: readonly Resource[] = [
  {
    uri,
    name: 'invoices',
    title: 'Rechnungen',
    description: hostile,
    mimeType: 'application/json',
    size: 2048,
    annotations: { audience: ['assistant'], priority: 0.9 },
  },
  { uri: 'db://x/payments', name: 'payments', annotations: { audience: ['user'], priority: 0.8, lastModified: '2026-09-03T10:00:00Z' } },
]
const contents = (change: Partial<ResourceContents>): ResourceContents => ({
  serverId,
  uri,
  items: [],
  bytes: 0,
  readAt: Date.now(),
  ...change,
})
const holding = (change: Partial<ResourceContents>): FakeHost =>
  hostOf(good, { resources }).answer('resources.read', () => contents(change))
const reads = (host: FakeHost) => host.asked.filter(({ name }) => name === 'resources.read').map(({ input }) => input)
const followed = (change: Partial<SubscribedResource> = {}): readonly SubscribedResource[] => [
  { serverId, uri, state: 'following', updates: 0, ...change },
]
const rowsOfList = () => within(screen.getByRole('list', { name: 'Resources' })).queryAllByRole('listitem')
/** Returns the names of the resources in the list. Each name opens its resource. */
const listed = () => rowsOfList().map((row) => within(row).getAllByRole('button')[0]?.textContent)
const publish = async (host: FakeHost, value: readonly SubscribedResource[]): Promise<void> => {
  await act(async () => void host.publish('resources.subscriptions', value))
  await settle()
}

beforeEach(() => {
  useNavigation.setState(useNavigation.getInitialState())
  useAttachments.setState(useAttachments.getInitialState())
})

describe('the list', () => {
  it('RS-08: shows names, addresses, kinds and sizes as text only: nothing of it is a link, and nothing is markup', async () => {
    await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources }))
    const rows = collectTexts(within(screen.getByRole('list', { name: 'Resources' })).queryAllByRole('listitem'))
    expect(rows).toEqual([`invoices${uri}Rechnungen${hostile}application/json · 2.0 KBAttach`, 'paymentsdb://x/paymentsAttach'])
    expect(activeMarkup()).toEqual([])
  })

  it('RS-01: finds by name, title, address and kind, and says when nothing matches', async () => {
    await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources }))
    await fill(screen.getByLabelText('Find a resource'), 'rechn')
    expect(listed()).toEqual(['invoices'])
    await fill(screen.getByLabelText('Find a resource'), 'no such thing')
    expect(screen.getByText('Nothing matches “no such thing”')).toBeTruthy()
  })

  it('puts many into folders that open and close, and can show them one below the other', { tags: ['slow'] }, async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ uri: `file:///srv/${index % 2 ? 'a' : 'b'}/f${index}`, name: `f${index}` }))
    await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources: many }))
    const rows = () => rowsOfList().length
    expect(rows()).toBe(43)
    await user.click(screen.getByRole('button', { name: 'a/20' }))
    expect(rows()).toBe(23)
    await user.click(screen.getByRole('button', { name: 'List' }))
    expect(rows()).toBe(40)
  })

  it('keeps ten thousand quick: only what is in sight is in the page', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ uri: `x:${index}`, name: `n${index}` }))
    await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources: many }))
    expect(screen.getByText('10,000 resources')).toBeTruthy()
    expect(rowsOfList().length).toBeLessThan(100)
  })

  it('is walked with J and K', async () => {
    await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources }))
    await user.keyboard('j')
    await user.keyboard('j')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'payments' }))
    await user.keyboard('k')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'invoices' }))
  })

  it('RS-01: puts one beside the composer of the conversation in front, once, and takes it away again', async () => {
    await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources }))
    await user.click(screen.getByRole('button', { name: 'Attach “invoices”' }))
    expect(useAttachments.getState().attached).toEqual([{ source: 'resource', serverId, uri, name: 'invoices' }])
    await user.click(screen.getByRole('button', { name: 'Attach “invoices”' }))
    expect(useAttachments.getState().attached).toEqual([])
  })

  it('RS-11: shows what is for the person or for the model, and what a server says about one', async () => {
    await renderWithHost(
      <ResourcesPanel {...good} />,
      hostOf(good, { resources }).answer('resources.read', () => contents({})),
    )
    expect(listed()).toEqual(['invoices', 'payments'])
    await user.click(screen.getByRole('button', { name: 'For the model' }))
    expect(listed()).toEqual(['invoices'])
    await user.click(screen.getByRole('button', { name: 'For you' }))
    await user.click(screen.getByRole('button', { name: 'payments' }))
    expect(document.body.textContent).toContain('For youImportance 80 of 100Changed 3 Sep')
  })

  it('says which are followed, what was set aside, and when the lists were read', async () => {
    const catalog = {
      resources,
      readAt: Date.now() - 60_000,
      stale: [{ id: 'errors.catalog.listsUnread' as const, params: { why: 'The server did not answer.' } }],
      skipped: [{ what: 'resource' as const, name: 'odd', reason: { id: 'errors.parsing.noAddress' as const } }],
    }
    const host = hostOf(good, catalog).publish('resources.subscriptions', followed())
    await renderWithHost(<ResourcesPanel {...good} />, host)
    for (const words of [
      'Following',
      'It has no address',
      'Read 1 min ago.',
      'This is an older list. The lists could not be read again: The server',
    ])
      expect(document.body.textContent).toContain(words)
  })

  it('says that there is none, and that a server which does not run lists nothing', async () => {
    const none = await renderWithHost(<ResourcesPanel {...good} />, hostOf(good))
    expect(screen.getByText('No resources')).toBeTruthy()
    none.unmount()
    await renderWithHost(<ResourcesPanel {...good} state={{ phase: 'stopped', why: 'byUser' }} />, hostOf(good))
    expect(screen.getByText('“good” is not running')).toBeTruthy()
  })
})

describe('a template', () => {
  const template = { uriTemplate: 'db://x/{table}{?limit}', name: 'rows' }

  it('RS-07: has a field for each variable, shows the address they make, and opens it', async () => {
    const host = hostOf(good, { templates: [template] })
      .answer('completion.propose', () => ({ values: [], hasMore: false }))
      .answer('resources.read', () => contents({}))
    await renderWithHost(<ResourcesPanel {...good} />, host)
    await user.click(screen.getByRole('button', { name: 'Fill in “rows”' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Read' }).disabled).toBe(true)
    await fill(screen.getByLabelText('table'), 'a b/c')
    expect(screen.getByRole('group', { name: 'Address' }).textContent).toContain('db://x/a%20b%2Fc')
    await fill(screen.getByLabelText('limit'), '5')
    await user.click(screen.getByRole('button', { name: 'Read' }))
    expect(reads(host)).toEqual([{ serverId: 'good', uri: 'db://x/a%20b%2Fc?limit=5' }])
    expect(useNavigation.getState().resourceUri).toBe('db://x/a%20b%2Fc?limit=5')
  })
})

describe('one resource', () => {
  beforeEach(() => useNavigation.setState({ resourceUri: uri }))

  it('RS-04: shows every part of what it holds: JSON in order, images, and bytes that Parley does not show', async () => {
    const items = [
      { uri, mimeType: 'application/json', text: '{"a":1}' },
      { uri: `${uri}/2`, mimeType: 'image/png', blob: tinyPng },
      { uri: `${uri}/3`, mimeType: 'application/zip', blob: 'AAAA' },
      { uri: `${uri}/4`, mimeType: 'text/html', text: hostile },
    ]
    await renderWithHost(<ResourcesPanel {...good} />, holding({ items, bytes: 2048 }))
    expect(screen.getAllByRole<HTMLImageElement>('img').map(({ src }) => src)).toEqual([`data:image/png;base64,${tinyPng}`])
    for (const words of ['"a": 1', '4 parts, 2.0 KB.', '3 B of application/zip, which Parley does not show', `${uri}/3`, hostile])
      expect(document.body.textContent).toContain(words)
  })

  it('I09: says what its server calls it instead of what was asked for', async () => {
    const items = [{ uri, claimed: 'file:///etc/passwd\u202e', text: 'root' }]
    await renderWithHost(<ResourcesPanel {...good} />, holding({ items, bytes: 4 }))
    expect(document.body.textContent).toContain('“good” calls it file:///etc/passwdU+202E, which was not asked for. It may be anything.')
  })

  it('says what reading waits for where it was not sent yet, as a call in a conversation does, and leads there', async () => {
    const read = Promise.withResolvers<ResourceContents>()
    const call = CallId.parse('00000000-0000-4000-8000-000000000004')
    const form: Question = {
      id: QuestionId.parse('00000000-0000-4000-8000-000000000003'),
      asker: { serverId, callIds: [call] },
      created: 0,
      expires: 1,
      details: { kind: 'form', message: 'Who are you?', fields: [], secretLooking: [] },
    }
    const host = hostOf(good, { resources })
      .answer('resources.read', () => read.promise)
      .publish('questions', { open: [form], ended: [] })
    await renderWithHost(<ResourcesPanel {...good} />, host)
    expect(document.body.textContent).not.toContain('Not sent yet')
    await act(async () => void host.publish('servers.queuedRequests', { [serverId]: 1 }))
    await settle()
    expect(document.body.textContent).toContain(`Not sent yet: ${serverId} first waits for your answer to another question.`)
    await user.click(screen.getByRole('button', { name: 'Review' }))
    expect(useNavigation.getState().questionId).toBe(form.id)
    await act(async () => read.resolve(contents({})))
    await settle()
    expect(document.body.textContent).not.toContain('Not sent yet')
  })

  it('RS-06: says that it is empty', async () => {
    await renderWithHost(<ResourcesPanel {...good} />, holding({}))
    expect(document.body.textContent).toContain('It is empty: good answered, and gave nothing for this address.')
  })

  it('shows what is cut, and all of it when asked', async () => {
    const host = hostOf(good, { resources }).answer('resources.read', ({ whole }) =>
      contents({ bytes: 5_000_000, items: [whole ? { uri, text: 'whole text' } : { uri, text: 'beginning', cut: true }] }),
    )
    await renderWithHost(<ResourcesPanel {...good} />, host)
    expect(screen.getByText('Only the beginning of 4.8 MB is shown.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(screen.getByText('whole text')).toBeTruthy()
    expect(document.body.textContent).not.toContain('Only the beginning')
  })

  it('CA-07, CA-09: reads again when asked, and says when the copy is an older one and why', async () => {
    const host = holding({
      items: [{ uri, text: 'x' }],
      stale: { code: 'TIMED_OUT', message: '', reason: 'common.timedOut' },
      readAt: Date.now() - 60_000,
    })
    await renderWithHost(<ResourcesPanel {...good} />, host)
    expect(document.body.textContent).toContain('This is an older copy. It took too long')
    expect(screen.getByText(/Read 1 min ago\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Read again' }))
    expect(reads(host)).toEqual([
      { serverId: 'good', uri },
      { serverId: 'good', uri, again: true },
    ])
  })

  it('says why it could not be read, and tries again', async () => {
    const host = hostOf(good, { resources }).answer('resources.read', () => {
      throw new AppError('NOT_FOUND', 'There is no such resource')
    })
    await renderWithHost(<ResourcesPanel {...good} />, host)
    expect(screen.getByRole('alert').textContent).toBe('There is no such resource. Retry')
    host.answer('resources.read', () => contents({ items: [{ uri, text: 'here now' }] }))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.getByText('here now')).toBeTruthy()
  })

  it('SU-02: follows changes: asks for it, says how that stands, counts, and reads again at each', async () => {
    const host = holding({ items: [{ uri, text: 'x' }] }).answer('resources.follow', () => undefined)
    await renderWithHost(<ResourcesPanel {...good} />, host)
    await user.click(screen.getByRole('switch', { name: 'Follow changes' }))
    expect(host.asked.at(-1)).toEqual({ name: 'resources.follow', input: { serverId: 'good', uri, follow: true } })
    await publish(host, followed())
    expect(document.body.textContent).toContain('Following0 updates')
    await publish(host, followed({ updates: 1, updatedAt: Date.now() }))
    expect(screen.getByText('1 update, the last just now')).toBeTruthy()
    expect(reads(host).at(-1)).toEqual({ serverId: 'good', uri, again: true })
    await publish(host, followed({ state: 'waiting', updates: 1 }))
    expect(screen.getByText('Waiting')).toBeTruthy()
    await publish(host, followed({ state: 'refused' }))
    expect(screen.getByText('Not offered by this server')).toBeTruthy()
  })

  it('does not offer to follow where the server does not', async () => {
    const silent = aServer({ abilities: [] })
    const host = hostOf(silent, { resources }).answer('resources.read', () => contents({}))
    await renderWithHost(<ResourcesPanel {...silent} />, host)
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Follow changes' }).disabled).toBe(true)
    expect(screen.getByText('Not offered by this server')).toBeTruthy()
  })

  it('is attached to the next message, and leads back to the list as it was', async () => {
    await renderWithHost(<ResourcesPanel {...good} />, holding({}))
    await user.click(screen.getByRole('button', { name: 'Attach to a message' }))
    expect(useAttachments.getState().attached).toHaveLength(1)
    expect(screen.getByText('It goes with your next message.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'All resources' }))
    expect(listed()).toEqual(['invoices', 'payments'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'invoices' }))
    await fill(screen.getByLabelText('Find a resource'), 'pay')
    await user.click(screen.getByRole('button', { name: 'payments' }))
    await user.keyboard('{Escape}')
    expect(screen.getByLabelText<HTMLInputElement>('Find a resource').value).toBe('pay')
  })
})
