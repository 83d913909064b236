import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { AppId, type StartedApp } from '../../../shared/domain/apps/app'
import type { MessageRecord } from '../../../shared/domain/messageRecord'
import { CallId, ConnectionId, ConversationId } from '../../../shared/domain/ids'
import { aServer, hostOf } from '../../testing/sampleServers'
import type { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { collectTexts } from '../../testing/namesOf'
import { settle } from '../../testing/settle'
import { fill, user } from '../../testing/user'
import { tellAppFacts, useAppFacts, type AppFacts, type AppSimulation } from '../../state/appFacts'
import { showAppTraffic, useNavigation } from '../../state/navigation'
import { TrafficPanel } from './TrafficPanel'

// The DOM of the tests has neither.
beforeAll(() => void Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => undefined }))

const good = aServer()
const record = (id: number, direction: MessageRecord['direction'], message: object): MessageRecord => ({
  id,
  serverId: good.server.id,
  connectionId: ConnectionId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b11'),
  at: new Date(2026, 4, 4, 12, 0, 0).getTime() + id,
  direction,
  bytes: 60,
  json: JSON.stringify(message),
})
const call = record(11, 'sent', { id: 1, method: 'tools/call', params: { name: 'echo' } })
const answer = record(13, 'received', { id: 1, error: { code: -1, message: 'no' } })
const hostWith = (records: readonly MessageRecord[]): FakeHost =>
  hostOf(good)
    .answer('traffic.ofServer', () => ({ records, hasMore: false }))
    .answer('servers.output', () => ({ text: 'It printed this', dropped: 0 }))
const rows = (): readonly string[] => collectTexts(within(screen.getByRole('list', { name: 'Traffic' })).getAllByRole('listitem'))

it('lists what was said, with direction, time, size and how long the answer took', async () => {
  await renderWithHost(<TrafficPanel {...good} />, hostWith([call, answer]))
  expect(rows()).toEqual(['12:00:00.011senttools/call echo160 B', '12:00:00.013receivederror to tools/call echo160 B2 ms'])
})

it('shows a chosen frame whole, with the one that it answers', async () => {
  await renderWithHost(<TrafficPanel {...good} />, hostWith([call, answer]))
  await user.click(screen.getByRole('button', { name: /error to tools\/call echo/ }))
  const details = screen.getByRole('region', { name: 'Message' }).textContent
  for (const words of ['Written by “good”', '"message": "no"', 'It answers this, after 2 ms:', 'Sent by Parley', '"name": "echo"'])
    expect(details).toContain(words)
})

it('shows older ones in front when asked, and reads again', async () => {
  const host = hostOf(good)
    .answer('servers.output', () => ({ text: '', dropped: 0 }))
    .answer('traffic.ofServer', ({ before }) =>
      before === undefined ? { records: [answer], hasMore: true } : { records: [call], hasMore: false },
    )
  await renderWithHost(<TrafficPanel {...good} />, host)
  expect(rows()).toEqual(['12:00:00.013receivederror to an earlier message160 B'])
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  expect(rows()).toHaveLength(2)
  expect(host.asked.findLast(({ name }) => name === 'traffic.ofServer')?.input).toEqual({ serverId: 'good', limit: 100, before: 13 })
  const asked = host.asked.length
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(host.asked.length).toBeGreaterThan(asked)
})

it('finds by words and by kind, and says when it found none', async () => {
  await renderWithHost(<TrafficPanel {...good} />, hostWith([call, answer]))
  await user.click(screen.getByRole('button', { name: 'Errors1' }))
  expect(rows()).toHaveLength(1)
  await fill(screen.getByLabelText('Method, id or text'), 'nothing like it')
  expect(screen.getByText('None of them')).toBeTruthy()
})

it('shows the end of what a local server printed, and nothing of it for a remote one', async () => {
  const local = await renderWithHost(<TrafficPanel {...good} />, hostWith([]))
  expect(screen.getByText('What the server printed')).toBeTruthy()
  expect(screen.getByText('It printed this')).toBeTruthy()
  expect(screen.getByText('No messages yet')).toBeTruthy()
  local.unmount()
  const remote = aServer({ transport: 'http' }, { launch: { kind: 'http', url: 'https://x.test/mcp', headers: {}, transport: 'auto' } })
  await renderWithHost(<TrafficPanel {...remote} />, hostWith([]))
  expect(document.body.textContent).not.toContain('What the server printed')
})

const appId = AppId.parse('00000000-0000-4000-8000-000000000003')
const started: StartedApp = {
  appId,
  frame: { address: 'about:blank', origin: 'null', app: { allow: '' } },
  serverId: good.server.id,
  resourceUri: 'ui://good/page',
  bytes: 2_048,
  tool: { name: 'show-board' },
  declared: {
    reach: { connect: ['https://api.example'], load: ['https://cdn.example'], frames: [] },
    permissions: ['camera'],
    refusedDeclarations: 2,
  },
  grant: { origins: ['https://cdn.example'], ownCode: true, redirects: false, permissions: [] },
  policy: { content: "default-src 'none'; img-src data:", connections: '("https://cdn.example");report-to=parley' },
  offers: { tools: true, resources: true, prompts: true, sampling: false },
}
let reloaded = 0
let simulated: AppSimulation[] = []
const app: AppFacts = {
  callId: CallId.parse('00000000-0000-4000-8000-000000000004'),
  conversationId: ConversationId.parse('00000000-0000-4000-8000-000000000002'),
  tool: 'show-board',
  calledAt: 1_000,
  isOpen: true,
  unprotected: false,
  started,
  violations: [
    { notice: { kind: 'refused', origin: 'https://evil.example', way: 'connect', count: 3 }, at: new Date(2026, 4, 4, 12, 0, 1).getTime() },
  ],
  measures: { wanted: { height: 900.4 }, has: { width: 640, height: 600 } },
  simulation: { width: 360 },
  simulate: (simulation) => void simulated.push(simulation),
  reload: () => void reloaded++,
}
const ofApp = (id: number, direction: MessageRecord['direction'], message: object): MessageRecord => ({
  ...record(id, direction, message),
  connectionId: ConnectionId.parse(appId),
})
const wordsOf = (element: HTMLElement): string => (element.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '')
const hostWithApp = (): FakeHost =>
  hostOf(good)
    .answer('traffic.ofServer', ({ connectionId }) => ({
      records: connectionId === undefined ? [call] : [ofApp(20, 'received', { id: 0, method: 'ui/initialize' })],
      hasMore: false,
    }))
    .answer('servers.output', () => ({ text: '', dropped: 0 }))
afterEach(() => {
  vi.useRealTimers()
  simulated = []
  useAppFacts.setState(new Map(), true)
  useNavigation.setState({ trafficApp: undefined })
})

it('AP-11, AH-15: shows the messages of one app alone, as written by the app, with what its author needs to know', async () => {
  tellAppFacts(app)
  showAppTraffic(good.server.id, app.callId)
  await renderWithHost(<TrafficPanel {...good} />, hostWithApp())
  expect(rows()).toEqual(['12:00:00.020receivedui/initialize060 B'])
  await user.click(screen.getByRole('button', { name: /ui\/initialize/ }))
  expect(screen.getByRole('region', { name: 'Message' }).textContent).toContain('Written by the app of “good”')
  const facts = screen.getByRole('region', { name: 'App of “show-board”' })
  for (const words of [
    'ui://good/page · 2.0 KB',
    'asked for – × 900 px, has 640 × 600 px',
    "May usehttps://cdn.example, 'unsafe-eval'",
    'not grantedhttps://api.example, camera',
    'Malformed declarations2',
    'https://evil.example as a connection3 times · 12:00:01.000',
  ])
    expect(wordsOf(facts)).toContain(words)
  expect(wordsOf(facts)).not.toMatch(/img-src|Any host/)
  await user.click(within(facts).getByRole('button', { name: 'Show policy' }))
  for (const words of ['img-src data:', '("https://cdn.example");report-to=parley']) expect(wordsOf(facts)).toContain(words)
})

it('goes back to all messages of the server, and stays with a call whose app was reloaded', async () => {
  tellAppFacts(app)
  showAppTraffic(good.server.id, app.callId)
  const host = hostWithApp()
  await renderWithHost(<TrafficPanel {...good} />, host)
  await user.click(screen.getByRole('button', { name: 'Reload app' }))
  expect(reloaded).toBe(1)
  const again = AppId.parse('00000000-0000-4000-8000-000000000005')
  await act(async () => tellAppFacts({ ...app, isOpen: false, violations: [], started: { ...started, appId: again } }))
  expect(wordsOf(screen.getByRole('region', { name: 'App of “show-board”' }))).toContain('None since it started')
  expect(host.asked.findLast(({ name }) => name === 'traffic.ofServer')?.input).toEqual({
    serverId: 'good',
    limit: 100,
    connectionId: again,
  })
  const nothing = { ...started, grant: { ...started.grant, origins: [], ownCode: false } }
  await act(async () => tellAppFacts({ ...app, unprotected: true, started: nothing }))
  const facts = wordsOf(screen.getByRole('region', { name: 'App of “show-board”' }))
  expect(facts).toContain('May useAny host: this browser does not enforce')
  expect(facts).not.toContain('Nothing outside')
  await act(async () => showAppTraffic(good.server.id, undefined))
  await settle()
  expect(rows()).toEqual(['12:00:00.011senttools/call echo160 B'])
  expect(screen.queryByRole('region', { name: 'App of “show-board”' })).toBeNull()
})

// Catches: each look reads every loaded page again, and Refresh is busy meanwhile; or what comes in two looks stands there twice.
it("an open app's newer messages are added by looks for them alone, while Refresh stays free", async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  tellAppFacts(app)
  showAppTraffic(good.server.id, app.callId)
  const connectionId = ConnectionId.parse(appId)
  const greeting = ofApp(20, 'received', { id: 0, method: 'ui/initialize' })
  const said = Promise.withResolvers<readonly MessageRecord[]>()
  const host = hostWithApp().answer('traffic.ofServer', async ({ before, after }) =>
    after !== undefined
      ? { records: await said.promise, hasMore: false }
      : { records: before === undefined ? [greeting] : [ofApp(19, 'sent', { method: 'ping' })], hasMore: before === undefined },
  )
  await renderWithHost(<TrafficPanel {...good} />, host)
  await user.click(await screen.findByRole('button', { name: 'Show older' }))
  const looked = host.asked.length
  await act(async () => void vi.advanceTimersByTime(2_000))
  const looks = () => host.asked.slice(looked).filter(({ name }) => name === 'traffic.ofServer')
  await expect.poll(() => looks().map(({ input }) => input)).toEqual([{ serverId: 'good', limit: 500, connectionId, after: 20 }])
  expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-busy')).not.toBe('true')
  said.resolve([greeting, ofApp(23, 'sent', { id: 0, result: {} })])
  await expect.poll(() => rows()).toHaveLength(3)
  expect(rows().at(-1)).toContain('answer to ui/initialize')
  await act(async () => void vi.advanceTimersByTime(2_000))
  await expect.poll(() => looks().at(-1)?.input).toMatchObject({ after: 23 })
})

// Catches: one thing that is pretended undoes another, or cannot be ended.
it('pretends another theme, width and way of the call, each beside the others, and ends that', async () => {
  tellAppFacts(app)
  showAppTraffic(good.server.id, app.callId)
  await renderWithHost(<TrafficPanel {...good} />, hostWithApp())
  const pretend = within(screen.getByRole('group', { name: 'Pretend' }))
  const choose = async (name: string, option: string): Promise<void> => {
    await user.click(pretend.getByRole('combobox', { name }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await choose('Theme that the app is told', 'Dark')
  await choose('How its call goes', 'The model breaks off')
  await choose('Width of the app', 'Width of its place')
  expect(simulated).toEqual([{ width: 360, theme: 'dark' }, { width: 360, call: 'cutOff' }, { width: undefined }])
})
