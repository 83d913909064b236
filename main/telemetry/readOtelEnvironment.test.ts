import { describe, expect, it } from 'vitest'
import { readOtelEnvironment, type Environment } from './readOtelEnvironment'

const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.test' }
const all = { traces: true, metrics: true, logs: true }
const asked = {
  variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  endpoint: 'https://otel.test',
  protocol: 'http/protobuf',
  signals: all,
  content: false,
  headers: {},
}

// Each row catches a variable that is read otherwise than the specification says.
it.each<[string, Environment, unknown]>([
  ['nothing without an address, though an SDK would take localhost', { OTEL_TRACES_EXPORTER: 'otlp' }, undefined],
  ['nothing of an empty address', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, undefined],
  ['the general address for all signals', base, asked],
  ['no signal that exports nothing', { ...base, OTEL_METRICS_EXPORTER: 'none' }, { ...asked, signals: { ...all, metrics: false } }],
  ['no signal that goes elsewhere', { ...base, OTEL_LOGS_EXPORTER: 'console' }, { ...asked, signals: { ...all, logs: false } }],
  ['a signal that goes to several exporters', { ...base, OTEL_TRACES_EXPORTER: 'console, OTLP' }, asked],
  [
    'nothing where all export nothing',
    { ...base, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' },
    undefined,
  ],
  ['JSON where it is asked for', { ...base, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, { ...asked, protocol: 'http/json' }],
  [
    'headers with percent-encoded values, and none that describes the request',
    { ...base, OTEL_EXPORTER_OTLP_HEADERS: ' Authorization = Bearer%20abc=1 , x-team=a,' },
    { ...asked, headers: { authorization: 'Bearer abc=1', 'x-team': 'a' } },
  ],
  [
    'the address of one signal alone',
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://otel.test/in/v1/traces' },
    {
      ...asked,
      variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      endpoint: 'https://otel.test/in',
      signals: { traces: true, metrics: false, logs: false },
    },
  ],
  [
    'an address of one signal exactly as it is, beside the general one',
    { ...base, OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://logs.test/push?team=a' },
    { ...asked, routes: { logs: { url: 'https://logs.test/push?team=a' } } },
  ],
  [
    'headers and encoding of one signal in the place of the general ones',
    {
      ...base,
      OTEL_EXPORTER_OTLP_HEADERS: 'a=1',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'b=2',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    },
    { ...asked, headers: { a: '1' }, routes: { traces: { headers: { b: '2' }, protocol: 'http/json' } } },
  ],
  ['content by its own opt-in', { ...base, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'SPAN_ONLY' }, { ...asked, content: true }],
  ['no content where the opt-in says so', { ...base, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'NO_CONTENT' }, asked],
])('reads %s', (_, environment, expected) => {
  expect(readOtelEnvironment(environment)).toEqual({ disabled: false, ...(expected !== undefined && { asks: expected }) })
})

describe('what it cannot use', () => {
  const fault = (environment: Environment): unknown => readOtelEnvironment({ ...base, ...environment }).asks

  it('is told with the variable, for a protocol that Parley does not speak', () => {
    const params = { variable: 'OTEL_EXPORTER_OTLP_METRICS_PROTOCOL', protocol: 'grpc' }
    expect(fault({ OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'grpc' })).toMatchObject({
      variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      fault: { reason: 'telemetry.protocol', params },
    })
  })

  it('names no value of a header, which is a secret', () => {
    for (const text of ['secret-token', 'a=%', 'host=secret-token', 'a=secret%0Atoken', '=secret-token']) {
      const found = fault({ OTEL_EXPORTER_OTLP_HEADERS: text })
      expect(found).toMatchObject({ fault: { reason: 'telemetry.badHeaders', params: { variable: 'OTEL_EXPORTER_OTLP_HEADERS' } } })
      expect(JSON.stringify(found)).not.toContain('secret')
    }
  })
})

it('is switched off by OTEL_SDK_DISABLED, in any case of letters and by nothing else', () => {
  const disabled = (text: string): boolean => readOtelEnvironment({ OTEL_SDK_DISABLED: text }).disabled
  expect(['true', 'TRUE', ' true ', '1', 'yes', 'false', ''].map(disabled)).toEqual([true, true, true, false, false, false, false])
})
