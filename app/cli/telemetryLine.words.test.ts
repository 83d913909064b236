import { expect, it } from 'vitest'
import { defaultTelemetry, noTelemetryCounts, type TelemetryConfigView } from '../../shared/domain/telemetry/telemetry'
import { english } from '../../shared/i18n/translator'
import { telemetryLine } from './telemetryLine'

const { protocol, signals } = defaultTelemetry
const on = {
  state: 'on',
  endpoint: 'https://otel.test:4318/in',
  protocol,
  signals,
  content: false,
  headerNames: [],
  hosts: ['otel.test:4318'],
} as const
const variable = 'OTEL_EXPORTER_OTLP_ENDPOINT'
const fault = {
  code: 'INVALID_INPUT',
  message: '',
  reason: 'telemetry.protocol',
  params: { variable: 'OTEL_EXPORTER_OTLP_PROTOCOL', protocol: 'grpc' },
} as const
const line = (config: TelemetryConfigView): string | undefined => telemetryLine(english, { config, ...rest })
const rest = { settings: defaultTelemetry, counts: noTelemetryCounts }

// What is sent because of a variable that somebody else set would otherwise be sent without anybody knowing.
it('says where telemetry goes and which variable says so, and that content goes with it', () => {
  expect(line({ ...on, setBy: 'environment', variable })).toBe('Telemetry goes to otel.test:4318, as OTEL_EXPORTER_OTLP_ENDPOINT says.')
  expect(line({ ...on, content: true, setBy: 'environment', variable })).toBe(
    'Telemetry goes to otel.test:4318, with what is said and what tools return, as OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT say.',
  )
})

it('says why nothing is sent where the environment cannot be followed', () => {
  expect(line({ state: 'off', why: 'invalid', setBy: 'environment', fault })).toBe(
    'No telemetry is sent. OTEL_EXPORTER_OTLP_PROTOCOL asks for “grpc”, which Parley does not speak. Use http/protobuf or http/json.',
  )
})

it('says nothing where the person or a policy decided', () => {
  const quiet: readonly TelemetryConfigView[] = [
    { ...on, setBy: 'settings' },
    { ...on, setBy: 'policy' },
    { state: 'off', why: 'notSet' },
    { state: 'off', why: 'disabled' },
    { state: 'off', why: 'invalid', setBy: 'settings', fault },
  ]
  expect(quiet.map(line)).toEqual(quiet.map(() => undefined))
})

it('says which variable could not be read, whoever set the collector', () => {
  const unread = 'OTEL_RESOURCE_ATTRIBUTES'
  expect(line({ ...on, setBy: 'settings', unread })).toBe('OTEL_RESOURCE_ATTRIBUTES cannot be read, so nothing of it is used.')
  expect(line({ ...on, setBy: 'environment', variable, unread })).toMatch(/says\. OTEL_RESOURCE_ATTRIBUTES cannot be read/)
})

// Each signal may have an address of its own.
it('names every host that gets something', () => {
  expect(line({ ...on, hosts: ['a.test', 'b.test'], setBy: 'environment', variable })).toContain('Telemetry goes to a.test and b.test,')
})
