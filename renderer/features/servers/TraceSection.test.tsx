import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { defaultTelemetry, noTelemetryCounts, type TelemetryConfigView } from '../../../shared/domain/telemetry/telemetry'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { useNavigation } from '../../state/navigation'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { TraceSection } from './TraceSection'

const off: TelemetryConfigView = { state: 'off', why: 'notSet' }
const { protocol, signals } = defaultTelemetry
const on = {
  state: 'on',
  endpoint: 'https://otel.test',
  protocol,
  signals,
  content: false,
  headerNames: [],
  hosts: ['otel.test'],
  setBy: 'settings',
} as const
const show = (config: TelemetryConfigView, server = sampleServer('files')) =>
  renderWithHost(
    <TraceSection server={server} />,
    new FakeHost()
      .publish('telemetry', { config, settings: defaultTelemetry, counts: noTelemetryCounts })
      .answer('servers.setTracing', () => undefined),
  )
const switches = () => screen.getAllByRole('switch').map((one) => [one.getAttribute('aria-checked'), one.hasAttribute('disabled')])

it('says that nothing of it is sent while telemetry is off, and leads to where it is set', async () => {
  await show(off)
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect(useNavigation.getState()).toMatchObject({ view: 'settings', settingsPage: 'telemetry' })
})

it('tells a server its place in the trace, and shares no trace ID, until the person says otherwise', async () => {
  const { host } = await show(on)
  expect([switches(), screen.queryByRole('link')]).toEqual([
    [
      ['true', false],
      ['false', false],
    ],
    null,
  ])
  await user.click(screen.getByRole('switch', { name: 'Tell “files” its place in the trace' }))
  await user.click(screen.getByRole('switch', { name: 'Share one trace ID with “files”' }))
  expect(host.asked.map(({ input }) => input)).toEqual([
    { serverId: 'files', name: 'traceContext', on: false },
    { serverId: 'files', name: 'shareTraceId', on: true },
  ])
})

it('has no ID to share with a server that is told nothing', async () => {
  await show(on, sampleServer('files', { traceContext: false, shareTraceId: true }))
  expect(switches()).toEqual([
    ['false', false],
    ['false', true],
  ])
})
