import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { LogEntry } from '../../../shared/domain/serverLog'
import { aServer, hostOf } from '../../testing/sampleServers'
import type { FakeHost } from '../../testing/fakeHost'
import { find, names, press, write } from '../../testing/person'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
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
const lines = (page: HTMLElement): readonly string[] =>
  names(page, '[role=list][aria-label=Log] > [role=listitem]').map((line) => line.replace(/\d+:\d+:\d+/, ''))

it('LG-03, LG-04: shows what is logged with its importance as a word, as text only, and what comes while it is open', async () => {
  const host = hostWith([entry(1, { logger: 'api', level: 'error', text: '<img src=x onerror=alert(1)>' })])
  await using view = await renderWithHost(<LogPanel {...good} />, host)
  expect(lines(view.page)).toEqual(['errorapi<img src=x onerror=alert(1)>'])
  await emit(host, entry(2, { level: 'emergency', dropped: 3 }))
  expect(lines(view.page)[1]).toBe('3 entries before this came too fast and were not kept.emergencyEntry 2')
  expect(view.page.querySelector('img')).toBeNull()
})

it('LG-03: asks the host for what matches a search, and lets only such news in', async () => {
  const host = hostWith([entry(1)])
  await using view = await renderWithHost(<LogPanel {...good} />, host)
  await write(find(view.page, 'input', 'Find in the log'), 'rate')
  expect(host.asked.at(-1)).toEqual({ name: 'logs.read', input: { serverId: 'good', limit: 300, search: 'rate' } })
  await emit(host, entry(2, { text: 'Rate limit' }))
  await emit(host, entry(3, { text: 'Other' }))
  expect(lines(view.page)).toEqual(['infoEntry 1', 'infoRate limit'])
})

it('shows older entries when asked, in front of those that are there', async () => {
  const host = hostOf(good).answer('logs.read', ({ before }) =>
    before === undefined
      ? { entries: [entry(5)], level: 'info', hasMore: true, seq: 0 }
      : { entries: [entry(before - 1)], level: 'info', hasMore: false, seq: 0 },
  )
  await using view = await renderWithHost(<LogPanel {...good} />, host)
  await press(find(view.page, 'button', 'Show older'))
  expect(lines(view.page)).toEqual(['infoEntry 4', 'infoEntry 5'])
  expect(names(view.page, 'button')).not.toContain('Show older')
})

it('loads again after news were missed', async () => {
  const host = hostWith([entry(1)])
  await using view = await renderWithHost(<LogPanel {...good} />, host)
  host.answer('logs.read', () => ({ entries: [entry(9)], level: 'info', hasMore: false, seq: 9 }))
  await act(async () => host.gap('logs.entries', 'good'))
  await settle()
  expect(lines(view.page)).toEqual(['infoEntry 9'])
})

it('LG-02: says from which level on the server sends, and hides the choice where the server does not log', async () => {
  await using view = await renderWithHost(<LogPanel {...good} />, hostWith([]))
  expect(find(view.page, '[role=combobox]', 'good sends from').textContent).toBe('warning')
  const silent = aServer({ abilities: [] })
  await using other = await renderWithHost(<LogPanel {...silent} />, hostWith([]))
  expect(names(other.page, '[role=combobox]')).toEqual(['Show'])
  expect(other.page.textContent).toContain('good does not offer logging. What it prints stands under Frames.')
})

it('LG-05: says of a 2026 server that logging is deprecated there', async () => {
  const modern = aServer({ era: '2026', protocol: '2026-07-28' })
  await using view = await renderWithHost(<LogPanel {...modern} />, hostWith([]))
  expect(view.page.textContent).toContain('Logging is deprecated from 2026-07-28 on: Parley asks for it with every request.')
})

it('clears the kept log, and says that nothing was logged', async () => {
  const host = hostWith([entry(1)])
  await using view = await renderWithHost(<LogPanel {...good} />, host)
  host.answer('logs.clear', () => void host.answer('logs.read', () => ({ entries: [], level: 'info', hasMore: false, seq: 0 })))
  await press(find(view.page, 'button', 'Clear'))
  expect(view.page.textContent).toContain('Nothing logged so far')
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
    await using view = await renderWithHost(<LogPanel {...good} />, host.publish('app', { ...app, shell: 'browser' }))
    await press(find(view.page, 'button', 'Save as file'))
    expect(await urls[0]?.text()).toBe('the whole log')
    await act(async () => void host.publish('app', { ...app, shell: 'electron' }))
    await settle()
    await press(find(view.page, 'button', 'Copy all'))
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
  await using view = await renderWithHost(<LogPanel {...good} />, host)
  expect(view.page.textContent).toContain('good is not asked to log. Choose from which level on it sends.')
  await write(find(view.page, 'input', 'Find in the log'), 'rate')
  expect(view.page.textContent).toContain('Nothing matches “rate”')
})
