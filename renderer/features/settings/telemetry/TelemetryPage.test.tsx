import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { noPolicy, type PolicyView } from '../../../../shared/domain/policyView'
import { defaultTelemetry, noTelemetryCounts, type TelemetryStatus } from '../../../../shared/domain/telemetry/telemetry'
import { FakeHost } from '../../../testing/fakeHost'
import { invalidFields } from '../../../testing/invalidFields'
import { renderWithHost } from '../../../testing/renderWithHost'
import { fill, user } from '../../../testing/user'
import { TelemetryPage } from './TelemetryPage'

const off: TelemetryStatus = { config: { state: 'off', why: 'notSet' }, settings: defaultTelemetry, counts: noTelemetryCounts }
const settings = {
  ...defaultTelemetry,
  endpoint: 'https://otel.test',
  headers: { authorization: { secret: 'telemetry-header-authorization' } },
}
const { protocol, signals } = defaultTelemetry
const on = {
  config: {
    state: 'on',
    endpoint: 'https://otel.test',
    protocol,
    signals,
    content: false,
    headerNames: ['authorization'],
    hosts: ['otel.test'],
    setBy: 'settings',
  },
  settings,
  counts: noTelemetryCounts,
} as const satisfies TelemetryStatus

const show = (status: TelemetryStatus, policy: PolicyView = noPolicy) =>
  renderWithHost(
    <TelemetryPage />,
    new FakeHost()
      .publish('telemetry', status)
      .publish('policy', policy)
      .answer('telemetry.set', () => undefined)
      .answer('telemetry.turnOff', () => undefined)
      .answer('telemetry.answerOffer', () => undefined)
      .answer('telemetry.sample', ({ content }) => [
        {
          signal: 'traces',
          name: 'execute_tool get-weather',
          attributes: content ? [['gen_ai.tool.call.arguments', '{"city":"Bern"}']] : [],
        },
        { signal: 'metrics', name: 'mcp.client.operation.duration', attributes: [] },
      ]),
  )
const lockedBy = (code: 'telemetryOff' | 'telemetryTo' | 'telemetryNoContent'): PolicyView => ({
  ...noPolicy,
  files: [{ path: '/etc/parley/policy.json', from: 'machine', state: 'counts' }],
  locks: {
    telemetry: { by: ['Atlas IT'], facts: [{ code, params: code === 'telemetryTo' ? { endpoint: 'https://otel.atlas.test' } : {} }] },
  },
})
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const asked = (host: FakeHost) => host.asked.filter(({ name }) => name !== 'telemetry.sample')

it('is off until an address is saved, and sends what is chosen, without what is said', async () => {
  const { host } = await show(off)
  expect(screen.getByText('Off: nothing is sent to anybody.')).toBeTruthy()
  await press('Save and turn on')
  expect([invalidFields(), asked(host)]).toEqual([['Address'], []])
  await fill(screen.getByLabelText('Address'), ' https://otel.test ')
  await user.click(screen.getByRole('checkbox', { name: 'Metrics' }))
  await press('Add a header')
  await fill(screen.getByLabelText('Name of the header'), 'authorization')
  const value = screen.getByLabelText<HTMLInputElement>('Value')
  expect(value.type).toBe('password')
  await fill(value, 'Bearer abc')
  await press('Save and turn on')
  expect(asked(host)).toEqual([
    {
      name: 'telemetry.set',
      input: {
        endpoint: 'https://otel.test',
        protocol: 'http/protobuf',
        signals: { traces: true, metrics: false, logs: true },
        content: false,
        headers: [{ name: 'authorization', value: 'Bearer abc' }],
      },
    },
  ])
})

it('keeps the value of a header that is not typed, and says that another host needs it anew', async () => {
  const { host } = await show(on)
  expect(screen.getByText('A value is kept in the vault. Type another one to replace it.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Also what is said' }))
  await press('Save')
  expect(asked(host).at(-1)?.input).toMatchObject({ content: true, headers: [{ name: 'authorization' }] })
  await fill(screen.getByLabelText('Address'), 'https://other.test')
  expect(screen.getByText('For another host, enter it again.')).toBeTruthy()
  await press('Remove the header “authorization”')
  await press('Save')
  expect(asked(host).at(-1)?.input).toMatchObject({ endpoint: 'https://other.test', headers: [] })
})

it('needs something to send', async () => {
  const { host } = await show({ ...off, settings: { ...settings, signals: { traces: true, metrics: false, logs: false } } })
  await user.click(screen.getByRole('checkbox', { name: 'Traces' }))
  await press('Save')
  expect([screen.getByText('Choose at least one.').textContent, asked(host)]).toEqual(['Choose at least one.', []])
})

it('asks before it follows the environment', async () => {
  const offered = { host: 'env.test:4318', variable: 'OTEL_EXPORTER_OTLP_ENDPOINT' }
  const { host } = await show({ ...off, offered })
  expect(screen.getByText('Your environment names env.test:4318. Send telemetry there?')).toBeTruthy()
  await press('Not now')
  await press('Send there')
  expect(asked(host)).toEqual([
    { name: 'telemetry.answerOffer', input: { send: false } },
    { name: 'telemetry.answerOffer', input: { send: true } },
  ])
})

it('says where it goes, who set it, what arrived and what did not, and can be turned off', async () => {
  const now = Date.now()
  const lastError = { reason: 'refused', status: 503, at: now } as const
  const { host } = await show({ ...on, counts: { sent: 1234, dropped: 5, lastSentAt: now, lastError } })
  expect(screen.getByRole('region', { name: 'Collector' }).textContent).toContain('Telemetry goes to https://otel.testSet by you')
  const counts = screen.getByRole('region', { name: 'Since Parley was started' })
  expect(counts.textContent).toContain('1,234')
  expect(counts.textContent).toContain('The collector refused it: 503')
  await press('Turn off')
  expect(asked(host)).toEqual([{ name: 'telemetry.turnOff', input: {} }])
})

// Whatever a collector writes must not read as a sentence of Parley's.
it('quotes a collector that says why it did not take all, on the paper of strangers', async () => {
  const lastError = { reason: 'partly', words: 'Parley was switched off by IT', at: Date.now() } as const
  await show({ ...on, counts: { sent: 3, dropped: 2, lastError } })
  const counts = screen.getByRole('region', { name: 'Since Parley was started' })
  expect(counts.textContent).toContain('The collector did not take all of it')
  expect(within(counts).getByText('Parley was switched off by IT').closest('.bg-quote')).toBeTruthy()
  // The rest of it did arrive.
  expect(screen.getByText('The collector did not take all of what was sent last.')).toBeTruthy()
  expect(screen.queryByText('What was sent last did not arrive', { exact: false })).toBeNull()
})

it('tests the address of each signal, and says which of them do not arrive', async () => {
  const { host } = await show(on)
  host.answer('telemetry.test', () => [
    { signal: 'traces' },
    { signal: 'metrics' },
    { signal: 'logs', failure: { reason: 'refused', status: 404, at: 1 } },
  ])
  await press('Test the address')
  expect(screen.getByText('Traces and Metrics arrive there.')).toBeTruthy()
  expect(screen.getByText('Logs: The collector refused it: 404.')).toBeTruthy()
})

// Catches: a test of the saved address while another one is typed, and a refusal that does not help.
it('tests the address that is typed, without saving it, and offers the address that is meant', async () => {
  const { host } = await show(off)
  host.answer('telemetry.test', () => [{ signal: 'traces', failure: { reason: 'unreachable', at: 1 } }])
  await fill(screen.getByLabelText('Address'), 'localhost:4318')
  await press('Test the address')
  expect([invalidFields(), asked(host)]).toEqual([['Address'], []])
  await press('Use http://localhost:4318')
  await press('Test the address')
  expect(asked(host)).toMatchObject([{ name: 'telemetry.test', input: { input: { endpoint: 'http://localhost:4318' } } }])
  expect(screen.getByText('Traces: The collector cannot be reached.')).toBeTruthy()
})

// Catches: "arrive there" beside a choice or a key that nobody tried.
it('takes the result of a test away when anything is changed', async () => {
  const { host } = await show(on)
  const arrive = 'Traces, Metrics and Logs arrive there.'
  const tests = [{ signal: 'traces' }, { signal: 'metrics' }, { signal: 'logs' }] as const
  host.answer('telemetry.test', () => tests)
  await press('Test the address')
  expect(screen.getByText(arrive)).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Also what is said' }))
  expect(screen.queryByText(arrive)).toBeNull()
})

it('does not call a collector fine that cannot be reached', async () => {
  const lastError = { reason: 'unreachable', at: Date.now() } as const
  await show({ ...on, counts: { sent: 3, dropped: 5, lastSentAt: 1, lastError } })
  expect(screen.getByText('What was sent last did not arrive: The collector cannot be reached.')).toBeTruthy()
  const counts = screen.getByRole('region', { name: 'Since Parley was started' }).textContent
  expect(counts).toContain('3 spans, measurements and log records, last')
  expect(counts).toContain('Last failure at otel.test')
})

// Catches: a green mark above an address where nobody has answered yet.
it('calls no collector fine before something has arrived', async () => {
  const view = await show(on)
  expect(screen.getByRole('region', { name: 'Collector' }).textContent).toContain('Nothing has been sent there yet.')
  view.unmount()
  await show({ ...on, counts: { sent: 1, dropped: 0, lastSentAt: 1, isReached: true } })
  expect(screen.getByRole('region', { name: 'Collector' }).textContent).not.toContain('Nothing has been sent there yet.')
})

it('shows of the signals that are chosen what is sent', async () => {
  const signals = { traces: true, metrics: false, logs: true }
  await show({ ...on, config: { ...on.config, signals } })
  const sample = within(screen.getByRole('region', { name: 'What is sent, by an example' }))
  expect([sample.queryByText('execute_tool get-weather') !== null, sample.queryByText('mcp.client.operation.duration')]).toEqual([
    true,
    null,
  ])
})

it('shows what would be sent, with what is said only when it is wanted', async () => {
  await show(off)
  const sample = within(screen.getByRole('region', { name: 'What would be sent' }))
  expect([sample.getByText('execute_tool get-weather').textContent, sample.queryByText('gen_ai.tool.call.arguments')]).toEqual([
    'execute_tool get-weather',
    null,
  ])
  await press('With what is said')
  expect(sample.getByText('gen_ai.tool.call.arguments')).toBeTruthy()
})

it('has nothing to set where a policy decides, and says who did', async () => {
  const fixed = { ...on.config, endpoint: 'https://otel.atlas.test', setBy: 'policy' } as const
  const view = await show({ ...on, config: fixed }, lockedBy('telemetryTo'))
  expect(screen.getByText(/^Set by Atlas IT: telemetry goes to https:\/\/otel\.atlas\.test/)).toBeTruthy()
  expect([screen.queryByRole('form'), screen.queryByRole('button', { name: 'Turn off' })]).toEqual([null, null])
  view.unmount()
  await show({ ...off, config: { state: 'off', why: 'policy' } }, lockedBy('telemetryOff'))
  expect([screen.getByText('Off: a policy does not allow telemetry.').textContent, screen.queryByRole('form')]).toEqual([
    'Off: a policy does not allow telemetry.',
    null,
  ])
})

it('leaves content alone where a policy forbids it, whatever was chosen before', async () => {
  const { host } = await show({ ...on, settings: { ...settings, content: true } }, lockedBy('telemetryNoContent'))
  const content = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Also what is said' })
  expect([content.checked, content.disabled]).toEqual([false, true])
  await press('Save')
  expect(asked(host).at(-1)?.input).toMatchObject({ content: false })
})

it('says what is wrong with what is set', async () => {
  const fault = { code: 'INVALID_INPUT', message: '', reason: 'telemetry.notEncrypted', params: { address: 'http://otel.test' } } as const
  await show({ ...off, config: { state: 'off', why: 'invalid', setBy: 'settings', fault } })
  expect(screen.getByRole('region', { name: 'Collector' }).textContent).toContain(
    'http://otel.test is not encrypted, so nothing is sent there',
  )
})
