import { expect, it } from 'vitest'
import { defaultTelemetry, type TelemetryConfigView, type TelemetryWithheld } from '../../shared/domain/telemetry/telemetry'
import { english } from '../../shared/i18n/translator'
import { telemetryLost, telemetryRemarks } from './telemetryRemarks'

const { protocol, signals } = defaultTelemetry
const on = {
  state: 'on',
  endpoint: 'https://otel.test',
  protocol,
  signals,
  content: false,
  headerNames: [],
  hosts: ['otel.test'],
} as const
const fault = { code: 'INVALID_INPUT', message: '', reason: 'telemetry.notEncrypted', params: { address: 'http://x.example' } } as const
const remarks = (config: TelemetryConfigView, withheld?: TelemetryWithheld) =>
  telemetryRemarks(english, { config, ...(withheld && { withheld }) })

// What somebody ticked in a window months ago would otherwise leave a computer without a window with every word.
it('says that what is said goes along, as the settings want', () => {
  expect(remarks({ ...on, content: true, setBy: 'settings' })).toEqual([
    'Telemetry goes to otel.test, with what is said and what tools return, as settings.json says.',
  ])
  expect(remarks({ ...on, setBy: 'settings' })).toEqual([])
})

it('says why the settings cannot be followed', () => {
  expect(remarks({ state: 'off', why: 'invalid', setBy: 'settings', fault })).toEqual([expect.stringMatching(/^No telemetry is sent\. /)])
})

// OTEL_TRACES_EXPORTER=console is for an SDK that prints; Parley sends no traces then.
it('names what is left out because of a variable', () => {
  const setBy = { setBy: 'environment', variable: 'OTEL_EXPORTER_OTLP_ENDPOINT' } as const
  expect(remarks({ ...on, ...setBy, signals: { ...signals, traces: false, logs: false } })).toEqual([
    'Telemetry goes without traces and logs, as the variables of OpenTelemetry say.',
  ])
})

it('says what a policy takes away, and of what', () => {
  const variable = 'OTEL_EXPORTER_OTLP_ENDPOINT'
  expect([
    remarks({ state: 'off', why: 'policy' }, { what: 'all', variable }),
    remarks({ ...on, setBy: 'policy' }, { what: 'collector' }),
    remarks({ ...on, setBy: 'environment', variable }, { what: 'content', variable }),
  ]).toEqual([
    ['No telemetry is sent, whatever OTEL_EXPORTER_OTLP_ENDPOINT says: a policy does not allow it.'],
    ['Telemetry goes to otel.test, whatever settings.json says: a policy sets where it goes and what is sent.'],
    [
      'Telemetry goes without what is said and what tools return, whatever OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT says: a policy does not allow it.',
    ],
  ])
})

it('says at the end what did not arrive, and why', () => {
  expect(telemetryLost(english, { sent: 3, dropped: 2, lastError: { reason: 'refused', status: 401, at: 1 } })).toBe(
    '2 spans, measurements and log records of telemetry did not arrive. The collector refused it: 401.',
  )
  expect(telemetryLost(english, { sent: 3, dropped: 0 })).toBeUndefined()
  // A later batch arrived, or there was no room to wait. What is missing is missing.
  expect(telemetryLost(english, { sent: 3, dropped: 1 })).toBe('1 span, measurement or log record of telemetry did not arrive.')
})
