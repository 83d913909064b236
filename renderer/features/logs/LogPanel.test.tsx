import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { LogEntry } from '../../../shared/domain/logEntry'
import { negotiated } from '../../../shared/testing/readyState'
import { aServer, hostOf } from '../../testing/sampleServers'
import type { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
import { activeMarkup } from '../../testing/activeMarkup'
import { namesOf, collectTexts } from '../../testing/namesOf'
import { fill, user } from '../../testing/user'
import { LogPanel } from './LogPanel'

const good = aServer()
const entry = (id: number, change: Partial<LogEntry> = {}): LogEntry => ({
  id,
  serverId: good.server.id,
  at: Date.now(),
  level: 'info',
  text: `Entry ${id}`,
  ...change,
})
const hostWith = (entries: readonly LogEntry[], hasMore = false): FakeHost =>
  hostOf(good).answer('logs.read', () => ({ entries, level: 'warning', hasMore, seq: 7 }))
const emit = async (host: FakeHost, event: LogEntry): Promise<void> => {
  await act(async () => host.emit('logs.entries', 'good', event))
  await settle()
}
const lines = (): readonly string[] =>
  collectTexts(within(screen.getByRole('list', { name: 'Log' })).getAllByRole('listitem')).map((line) => line.replace(/\d+:\d+:\d+/, ''))

it('LG-03, LG-04: shows what is logged with its importance as a word, as text only, and what comes while it is open', async () => {
  const host = hostWith([entry(1, { logger: 'api', level: 'error', text: '<img src=x onerror=alert(1)>' })])
  await renderWithHost(<LogPanel {...good} />, host)
  expect(lines()).toEqual(['errorapi<img src=x onerror=alert(1)>'])
  await emit(host, entry(2, { level: 'emergency', dropped: 3 }))
  expect(lines()[1]).toBe('3 entries before this came too fast and were not kept.emergencyEntry 2')
  expect(activeMarkup()).toEqual([])
})

it('SE-19: shows what the server sent with an unknown method, and what became of it, apart from what it logs', async () => {
  const unknown = { level: 'notice', logger: 'com.example/moved', text: '{"to":[1,2]}' } as const
  const host = hostWith([
    entry(1, { ...unknown, unknown: 'notification', dropped: 4 }),
    entry(2, { ...unknown, unknown: 'refused' }),
    entry(3, { ...unknown, unknown: 'unanswered' }),
  ])
  await renderWithHost(<LogPanel {...good} />, host)
  expect(lines()).toEqual([
    '4 entries before this came too fast and were not kept.Unknown notificationcom.example/moved{"to":[1,2]}',
    'Unknown request, refusedcom.example/moved{"to":[1,2]}',
    'Request, not answeredcom.example/moved{"to":[1,2]}',
  ])
  // A method is the server's word: outside of its paper it would read as Parley's.
  expect(screen.getAllByText('com.example/moved').map((method) => method.closest('.bg-quote') !== null)).toEqual([true, true, true])
})

it('LG-03: asks the host for what matches a search, and lets only such news in', async () => {
  const host = hostWith([entry(1)])
  await renderWithHost(<LogPanel {...good} />, host)
  await fill(screen.getByLabelText('Find in the log'), 'rate')
  expect(host.asked.at(-1)).toEqual({ name: 'logs.read', input: { serverId: 'good', limit: 300, search: 'rate' } })
  await emit(host, entry(2, { text: 'Rate limit' }))
  await emit(host, entry(3, { text: 'Other' }))
  expect(lines()).toEqual(['infoEntry 1', 'infoRate limit'])
})

it('shows older entries when asked, in front of those that are there', async () => {
  const host = hostOf(good).answer('logs.read', ({ before }) =>
    before === undefined
      ? { entries: [entry(5)], level: 'info', hasMore: true, seq: 0 }
      : { entries: [entry(before - 1)], level: 'info', hasMore: false, seq: 0 },
  )
  await renderWithHost(<LogPanel {...good} />, host)
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  expect(lines()).toEqual(['infoEntry 4', 'infoEntry 5'])
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

it('loads again after news were missed', async () => {
  const host = hostWith([entry(1)])
  await renderWithHost(<LogPanel {...good} />, host)
  host.answer('logs.read', () => ({ entries: [entry(9)], level: 'info', hasMore: false, seq: 9 }))
  await act(async () => host.gap('logs.entries', 'good'))
  await settle()
  expect(lines()).toEqual(['infoEntry 9'])
})

it('LG-02: says from which level on the server sends, and hides the choice where the server does not log', async () => {
  const logging = await renderWithHost(<LogPanel {...good} />, hostWith([]))
  expect(screen.getByRole('combobox', { name: '“good” sends from' }).textContent).toBe('warning')
  logging.unmount()
  const silent = aServer({ abilities: [] })
  await renderWithHost(<LogPanel {...silent} />, hostWith([]))
  expect(namesOf(screen.queryAllByRole('combobox'))).toEqual(['Show'])
  expect(
    screen.getByText(
      '“good” does not offer logging. Only messages that Parley does not know appear here; what it prints stands under Traffic.',
    ),
  ).toBeTruthy()
  expect(screen.queryByText(/appears here as it comes/)).toBeNull()
})

it('LG-05: says that logging is deprecated, and what that means for the version that the server speaks', async () => {
  const modern = aServer({ negotiation: negotiated('2026-07-28') })
  const { unmount } = await renderWithHost(<LogPanel {...modern} />, hostWith([]))
  expect(screen.getByText(/Parley asks for log messages with every request\./)).toBeTruthy()
  expect(document.body.textContent).toContain('With good, it goes on working; a version of MCP from 2027-07-28 on may drop it.')
  unmount()
  await renderWithHost(<LogPanel {...good} />, hostWith([]))
  expect(document.body.textContent).toContain('For good, which speaks 2025-11-25, nothing changes.')
  expect(screen.queryByText(/with every request/)).toBeNull()
})

// It said that Parley asks with every request, beside a choice that said Off.
it('LG-01: says of a 2026 server that is not asked to log how it can be', async () => {
  const modern = aServer({ negotiation: negotiated('2026-07-28') })
  const host = hostOf(modern).answer('logs.read', () => ({ entries: [], level: 'off', hasMore: false, seq: 0 }))
  await renderWithHost(<LogPanel {...modern} />, host)
  expect(document.body.textContent).toContain('good is not asked to log. Choose from which level on it sends.')
  expect(screen.queryByText(/with every request/)).toBeNull()
})

it('clears the kept log, and says that nothing was logged', async () => {
  const host = hostWith([entry(1)])
  await renderWithHost(<LogPanel {...good} />, host)
  host.answer('logs.clear', () => void host.answer('logs.read', () => ({ entries: [], level: 'info', hasMore: false, seq: 0 })))
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getByText('Nothing logged so far')).toBeTruthy()
})

it('saves the whole log as a file in the browser, and copies it where pages may save none', async () => {
  const app = { version: '1', platform: 'linux', dataDir: '/', secretsKept: 'keychain', fresh: false, problems: [] } as const
  const copied: string[] = []
  const before = Reflect.getOwnPropertyDescriptor(navigator, 'clipboard')
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
  const urls: Blob[] = []
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) urls.push(blob)
    return 'blob:test'
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  try {
    const host = hostWith([]).answer('logs.export', () => ({ text: 'the whole log' }))
    await renderWithHost(<LogPanel {...good} />, host.publish('app', { ...app, shell: 'browser' }))
    await user.click(screen.getByRole('button', { name: 'Save as file' }))
    expect(await urls[0]?.text()).toBe('the whole log')
    await act(async () => void host.publish('app', { ...app, shell: 'electron' }))
    await settle()
    await user.click(screen.getByRole('button', { name: 'Copy all' }))
    expect(copied).toEqual(['the whole log'])
  } finally {
    if (before) Object.defineProperty(navigator, 'clipboard', before)
    else Reflect.deleteProperty(navigator, 'clipboard')
    made.mockRestore()
    clicked.mockRestore()
  }
})

it('says what to do when nothing is there: nothing matches, or nothing is asked for', async () => {
  const host = hostOf(good).answer('logs.read', () => ({ entries: [], level: 'off', hasMore: false, seq: 0 }))
  await renderWithHost(<LogPanel {...good} />, host)
  expect(document.body.textContent).toContain('good is not asked to log. Choose from which level on it sends.')
  await fill(screen.getByLabelText('Find in the log'), 'rate')
  expect(screen.getByText('Nothing matches “rate”')).toBeTruthy()
})
