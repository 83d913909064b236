import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Resource } from '../../../shared/domain/catalog'
import type { SubscribedResource, ResourceContents } from '../../../shared/domain/resource'
import { AppError } from '../../../shared/errors/appError'
import { useAttachments } from '../../state/attachments'
import { useNavigation } from '../../state/navigation'
import { aServer, hostOf } from '../../testing/sampleServers'
import type { FakeHost } from '../../testing/fakeHost'
import { find, key, names, press, write } from '../../testing/person'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
import { tinyPng } from '../../testing/tinyPng'
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
const publish = async (host: FakeHost, value: readonly SubscribedResource[]): Promise<void> => {
  await act(async () => void host.publish('resources.followed', value))
  await settle()
}

beforeEach(() => {
  useNavigation.setState(useNavigation.getInitialState())
  useAttachments.setState(useAttachments.getInitialState())
})

describe('the list', () => {
  it('RS-08: shows names, addresses, kinds and sizes as text only: nothing of it is a link, and nothing is markup', async () => {
    await using view = await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources }))
    const rows = names(view.page, '[aria-label=Resources] [role=listitem]')
    expect(rows).toEqual([`invoices${uri}Rechnungen${hostile}application/json · 2.0 KBAttach`, 'paymentsdb://x/paymentsAttach'])
    expect(view.page.querySelector('img, a')).toBeNull()
  })

  it('RS-01: finds by name, title, address and kind, and says when nothing matches', async () => {
    await using view = await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources }))
    await write(find(view.page, 'input', 'Find a resource'), 'rechn')
    expect(names(view.page, '[aria-label=Resources] [data-list-item]')).toEqual(['invoices'])
    await write(find(view.page, 'input', 'Find a resource'), 'no such thing')
    expect(view.page.textContent).toContain('Nothing matches “no such thing”')
  })

  it('puts many into folders that open and close, and can show them one below the other', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ uri: `file:///srv/${index % 2 ? 'a' : 'b'}/f${index}`, name: `f${index}` }))
    await using view = await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources: many }))
    const rows = () => view.page.querySelectorAll('[aria-label=Resources] [role=listitem]').length
    expect(rows()).toBe(43)
    await press(find(view.page, 'button', 'a/20'))
    expect(rows()).toBe(23)
    await press(find(view.page, 'button', 'List'))
    expect(rows()).toBe(40)
  })

  it('keeps ten thousand quick: only what is in sight is in the page', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ uri: `x:${index}`, name: `n${index}` }))
    await using view = await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources: many }))
    expect(view.page.textContent).toContain('10,000 resources')
    expect(view.page.querySelectorAll('[role=listitem]').length).toBeLessThan(100)
  })

  it('is walked with J and K', async () => {
    await using view = await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources }))
    await key({ key: 'j' })
    await key({ key: 'j' })
    expect(document.activeElement).toBe(find(view.page, 'button', 'payments'))
    await key({ key: 'k' })
    expect(document.activeElement).toBe(find(view.page, 'button', 'invoices'))
  })

  it('RS-01: puts one beside the composer of the conversation in front, once, and takes it away again', async () => {
    await using view = await renderWithHost(<ResourcesPanel {...good} />, hostOf(good, { resources }))
    await press(find(view.page, 'button', 'Attach invoices'))
    expect(useAttachments.getState().attached).toEqual([{ source: 'resource', serverId, uri, name: 'invoices' }])
    await press(find(view.page, 'button', 'Attach invoices'))
    expect(useAttachments.getState().attached).toEqual([])
  })

  it('RS-11: shows what is for the person or for the model, and what a server says about one', async () => {
    await using view = await renderWithHost(
      <ResourcesPanel {...good} />,
      hostOf(good, { resources }).answer('resources.read', () => contents({})),
    )
    expect(names(view.page, '[aria-label=Resources] [data-list-item]')).toEqual(['invoices', 'payments'])
    await press(find(view.page, 'button', 'For the model'))
    expect(names(view.page, '[aria-label=Resources] [data-list-item]')).toEqual(['invoices'])
    await press(find(view.page, 'button', 'For you'))
    await press(find(view.page, 'button', 'payments'))
    expect(view.page.textContent).toContain('For youImportance 80 of 100Changed 3 Sep')
  })

  it('says which are followed, what was set aside, and when the lists were read', async () => {
    const catalog = {
      resources,
      readAt: Date.now() - 60_000,
      stale: 'The server did not answer.',
      setAside: [{ what: 'resource' as const, name: 'odd', reason: 'It has no address.' }],
    }
    const host = hostOf(good, catalog).publish('resources.followed', followed())
    await using view = await renderWithHost(<ResourcesPanel {...good} />, host)
    for (const words of ['Following', 'It has no address.', 'Read 1 min ago.', 'This is an older list. The server did not answer.'])
      expect(view.page.textContent).toContain(words)
  })

  it('says that there is none, and that a server which does not run lists nothing', async () => {
    await using none = await renderWithHost(<ResourcesPanel {...good} />, hostOf(good))
    expect(none.page.textContent).toContain('No resources')
    await using stopped = await renderWithHost(<ResourcesPanel {...good} state={{ phase: 'stopped', why: 'byUser' }} />, hostOf(good))
    expect(stopped.page.textContent).toContain('good is not running')
  })
})

describe('a template', () => {
  const template = { uriTemplate: 'db://x/{table}{?limit}', name: 'rows' }

  it('RS-07: has a field for each variable, shows the address they make, and opens it', async () => {
    const host = hostOf(good, { templates: [template] })
      .answer('completion.propose', () => ({ values: [], hasMore: false }))
      .answer('resources.read', () => contents({}))
    await using view = await renderWithHost(<ResourcesPanel {...good} />, host)
    await press(find(view.page, 'button', 'Fill in rows'))
    expect(find<HTMLButtonElement>(view.page, 'button', 'Read').disabled).toBe(true)
    await write(find(view.page, 'input', 'table'), 'a b/c')
    expect(find(view.page, '[role=group]', 'Address').querySelector('code')?.textContent).toBe('db://x/a%20b%2Fc')
    await write(find(view.page, 'input', 'limit'), '5')
    await press(find(view.page, 'button', 'Read'))
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
    await using view = await renderWithHost(<ResourcesPanel {...good} />, holding({ items, bytes: 2048 }))
    expect([...view.page.querySelectorAll('img')].map((image) => image.src)).toEqual([`data:image/png;base64,${tinyPng}`])
    for (const words of ['"a": 1', '4 parts, 2.0 KB.', '3 B of application/zip, which Parley does not show', `${uri}/3`, hostile])
      expect(view.page.textContent).toContain(words)
  })

  it('I09: says what its server calls it instead of what was asked for', async () => {
    const items = [{ uri, claimed: 'file:///etc/passwd\u202e', text: 'root' }]
    await using view = await renderWithHost(<ResourcesPanel {...good} />, holding({ items, bytes: 4 }))
    expect(view.page.textContent).toContain('good calls it file:///etc/passwdU+202E, which was not asked for. It may be anything.')
  })

  it('RS-06: says that it is empty', async () => {
    await using view = await renderWithHost(<ResourcesPanel {...good} />, holding({}))
    expect(view.page.textContent).toContain('It is empty: good answered, and gave nothing for this address.')
  })

  it('shows what is cut, and all of it when asked', async () => {
    const host = hostOf(good, { resources }).answer('resources.read', ({ whole }) =>
      contents({ bytes: 5_000_000, items: [whole ? { uri, text: 'whole text' } : { uri, text: 'beginning', cut: true }] }),
    )
    await using view = await renderWithHost(<ResourcesPanel {...good} />, host)
    expect(view.page.textContent).toContain('Only the beginning of 4.8 MB is shown.')
    await press(find(view.page, 'button', 'Show all'))
    expect(view.page.textContent).toContain('whole text')
    expect(view.page.textContent).not.toContain('Only the beginning')
  })

  it('CA-07, CA-09: reads again when asked, and says when the copy is an older one and why', async () => {
    const host = holding({ items: [{ uri, text: 'x' }], stale: 'It did not answer for 30 s.', readAt: Date.now() - 60_000 })
    await using view = await renderWithHost(<ResourcesPanel {...good} />, host)
    expect(view.page.textContent).toContain('This is an older copy. It did not answer for 30 s.')
    expect(view.page.textContent).toContain('Read 1 min ago.')
    await press(find(view.page, 'button', 'Read again'))
    expect(reads(host)).toEqual([
      { serverId: 'good', uri },
      { serverId: 'good', uri, again: true },
    ])
  })

  it('says why it could not be read, and tries again', async () => {
    const host = hostOf(good, { resources }).answer('resources.read', () => {
      throw new AppError('NOT_FOUND', 'There is no such resource')
    })
    await using view = await renderWithHost(<ResourcesPanel {...good} />, host)
    expect(find(view.page, '[role=alert]', 'There is no such resource. Retry')).toBeTruthy()
    host.answer('resources.read', () => contents({ items: [{ uri, text: 'here now' }] }))
    await press(find(view.page, 'button', 'Retry'))
    expect(view.page.textContent).toContain('here now')
  })

  it('SU-02: follows changes: asks for it, says how that stands, counts, and reads again at each', async () => {
    const host = holding({ items: [{ uri, text: 'x' }] }).answer('resources.follow', () => undefined)
    await using view = await renderWithHost(<ResourcesPanel {...good} />, host)
    await press(find(view.page, '[role=switch]', 'Follow changes'))
    expect(host.asked.at(-1)).toEqual({ name: 'resources.follow', input: { serverId: 'good', uri, follow: true } })
    await publish(host, followed())
    expect(view.page.textContent).toContain('Following0 updates')
    await publish(host, followed({ updates: 1, updatedAt: Date.now() }))
    expect(view.page.textContent).toContain('1 update, the last just now')
    expect(reads(host).at(-1)).toEqual({ serverId: 'good', uri, again: true })
    await publish(host, followed({ state: 'waiting', updates: 1 }))
    expect(view.page.textContent).toContain('Waiting')
    await publish(host, followed({ state: 'refused' }))
    expect(view.page.textContent).toContain('Not offered by this server')
  })

  it('does not offer to follow where the server does not', async () => {
    const silent = aServer({ abilities: [] })
    const host = hostOf(silent, { resources }).answer('resources.read', () => contents({}))
    await using view = await renderWithHost(<ResourcesPanel {...silent} />, host)
    expect(find<HTMLButtonElement>(view.page, '[role=switch]', 'Follow changes').disabled).toBe(true)
    expect(view.page.textContent).toContain('Not offered by this server')
  })

  it('is attached to the next message, and leads back to the list as it was', async () => {
    await using view = await renderWithHost(<ResourcesPanel {...good} />, holding({}))
    await press(find(view.page, 'button', 'Attach to a message'))
    expect(useAttachments.getState().attached).toHaveLength(1)
    expect(view.page.textContent).toContain('It goes with your next message.')
    await press(find(view.page, 'button', 'All resources'))
    expect(names(view.page, '[aria-label=Resources] [data-list-item]')).toEqual(['invoices', 'payments'])
    expect(document.activeElement).toBe(find(view.page, 'button', 'invoices'))
    await write(find(view.page, 'input', 'Find a resource'), 'pay')
    await press(find(view.page, 'button', 'payments'))
    await key({ key: 'Escape' })
    expect(find<HTMLInputElement>(view.page, 'input', 'Find a resource').value).toBe('pay')
  })
})
