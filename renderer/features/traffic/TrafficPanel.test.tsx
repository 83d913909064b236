import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { MessageRecord } from '../../../shared/domain/messageRecord'
import { ConnectionId } from '../../../shared/domain/ids'
import { aServer, hostOf } from '../../testing/sampleServers'
import type { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { collectTexts } from '../../testing/namesOf'
import { fill, user } from '../../testing/user'
import { TrafficPanel } from './TrafficPanel'

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
