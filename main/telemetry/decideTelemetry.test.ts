import { expect, it } from 'vitest'
import { defaultTelemetry, openTelemetryPolicy, type TelemetryPolicy } from '../../shared/domain/telemetry/telemetry'
import { decideTelemetry, withheldByPolicy, type TelemetryFacts } from './decideTelemetry'
import { readOtelResource } from './readOtelResource'
import { readOtelEnvironment, type Environment } from './readOtelEnvironment'

const set = { ...defaultTelemetry, endpoint: 'https://mine.test' }
const fixed: NonNullable<TelemetryPolicy['fixed']> = {
  endpoint: 'http://collector.atlas.internal:4318',
  protocol: 'http/json',
  signals: defaultTelemetry.signals,
  content: true,
  headers: { authorization: { secret: 'atlas' } },
}
const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://env.test:4318' }
const long = `https://env.test/${'a'.repeat(90_000)}`
const name = { OTEL_SERVICE_NAME: 'nightly' }
const disabled = { OTEL_SDK_DISABLED: 'true' }

interface Row {
  readonly settings?: TelemetryFacts['settings']
  readonly policy?: Partial<TelemetryPolicy>
  readonly environment?: Environment
  readonly shell?: TelemetryFacts['shell']
}

function decided({ settings = defaultTelemetry, policy = {}, environment = {}, shell = 'window' }: Row): string {
  const { config, offer } = decideTelemetry({
    settings,
    policy: { ...openTelemetryPolicy, ...policy },
    environment: readOtelEnvironment(environment),
    resource: readOtelResource(environment),
    shell,
  })
  const what = config.state === 'on' ? `${config.setBy} ${config.endpoint}${config.content ? ' with content' : ''}` : `off: ${config.why}`
  const why = config.state === 'off' && config.why === 'invalid' ? ` ${config.setBy} ${config.fault.reason}` : ''
  const as = config.state === 'on' && config.resource ? `, as ${JSON.stringify(config.resource)}` : ''
  const unread = config.state === 'on' && config.unread !== undefined ? `, cannot read ${config.unread}` : ''
  return what + as + unread + why + (offer ? `, offers ${offer.host} of ${offer.variable}` : '')
}

// Each row catches somebody's word that counts for more, or for less, than it should.
it.each<[string, Row, string]>([
  ['nothing is set', {}, 'off: notSet'],
  ['the person set it', { settings: set }, 'settings https://mine.test'],
  ['the person wants content too', { settings: { ...set, content: true } }, 'settings https://mine.test with content'],
  ['every signal is off', { settings: { ...set, signals: { traces: false, metrics: false, logs: false } } }, 'off: notSet'],
  ['this computer needs no encryption', { settings: { ...set, endpoint: 'http://localhost:4318' } }, 'settings http://localhost:4318'],
  ['another one does', { settings: { ...set, endpoint: 'http://otel.test' } }, 'off: invalid settings telemetry.notEncrypted'],
  ['a password in the address', { settings: { ...set, endpoint: 'https://a:b@otel.test' } }, 'off: invalid settings telemetry.badAddress'],
  ['a query in the address', { settings: { ...set, endpoint: 'https://otel.test?key=1' } }, 'off: invalid settings telemetry.badAddress'],
  [
    'a mark for a query without one',
    { settings: { ...set, endpoint: 'http://127.0.0.1:4318/?' } },
    'off: invalid settings telemetry.badAddress',
  ],
  [
    'a mark for a part without one',
    { settings: { ...set, endpoint: 'http://127.0.0.1:4318/#' } },
    'off: invalid settings telemetry.badAddress',
  ],
  ['an address that the settings would not take', { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: long } }, 'off: notSet'],
  [
    'an endless address on the command line',
    { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: long }, shell: 'commandLine' },
    'off: invalid environment telemetry.longAddress',
  ],
  [
    'an endless address of one signal on the command line',
    { environment: { ...env, OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: long }, shell: 'commandLine' },
    'off: invalid environment telemetry.longAddress',
  ],
  [
    'thousands of headers on the command line',
    { environment: { ...env, OTEL_EXPORTER_OTLP_HEADERS: 'a=b,'.repeat(8_000) }, shell: 'commandLine' },
    'off: invalid environment telemetry.largeHeaders',
  ],
  [
    'an endless header on the command line',
    { environment: { ...env, OTEL_EXPORTER_OTLP_HEADERS: `a=${'b'.repeat(100_000)}` }, shell: 'commandLine' },
    'off: invalid environment telemetry.largeHeaders',
  ],
  [
    'a window offers no headers that it could not keep',
    { environment: { ...env, OTEL_EXPORTER_OTLP_HEADERS: 'a=b,'.repeat(21) } },
    'off: notSet',
  ],
  ['a window only offers the environment', { environment: env }, 'off: notSet, offers env.test:4318 of OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['a window offers nothing beside what is set', { environment: env, settings: set }, 'settings https://mine.test'],
  ['a window offers nothing that it could not use', { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://env.test' } }, 'off: notSet'],
  [
    'a window offers no collector that the settings have no place for',
    { environment: { ...env, OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://other.test/x' } },
    'off: notSet',
  ],
  ['the command line follows the environment', { environment: env, shell: 'commandLine' }, 'environment https://env.test:4318'],
  ['… rather than the settings', { environment: env, settings: set, shell: 'commandLine' }, 'environment https://env.test:4318'],
  [
    '… and sends nowhere else when it cannot be used',
    { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://env.test' }, settings: set, shell: 'commandLine' },
    'off: invalid environment telemetry.notEncrypted',
  ],
  [
    '… with the query of one signal’s address',
    { environment: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://env.test/in?key=1' }, shell: 'commandLine' },
    'environment https://env.test/in?key=1',
  ],
  [
    '… but not without its encryption',
    { environment: { ...env, OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://logs.test/x' }, shell: 'commandLine' },
    'off: invalid environment telemetry.notEncrypted',
  ],
  ['the command line uses the settings without one', { settings: set, shell: 'commandLine' }, 'settings https://mine.test'],
  ['a policy’s off goes before the settings', { settings: set, policy: { off: true } }, 'off: policy'],
  ['… and the environment', { environment: env, policy: { off: true }, shell: 'commandLine' }, 'off: policy'],
  ['… and hides the offer', { environment: env, policy: { off: true } }, 'off: policy'],
  [
    'a policy’s collector goes before both',
    { settings: set, environment: env, policy: { fixed } },
    `policy ${fixed.endpoint} with content`,
  ],
  ['another policy forbids content', { policy: { fixed, contentOff: true } }, `policy ${fixed.endpoint}`],
  ['… also of the person', { settings: { ...set, content: true }, policy: { contentOff: true } }, 'settings https://mine.test'],
  [
    'a command has the name that its environment gives',
    { environment: { ...env, ...name }, shell: 'commandLine' },
    'environment https://env.test:4318, as {"service.name":"nightly"}',
  ],
  [
    '… also where the person set the collector',
    { environment: name, settings: set, shell: 'commandLine' },
    'settings https://mine.test, as {"service.name":"nightly"}',
  ],
  ['… but not where a policy did', { environment: name, policy: { fixed }, shell: 'commandLine' }, `policy ${fixed.endpoint} with content`],
  ['a window has no name of the environment', { environment: name, settings: set }, 'settings https://mine.test'],
  [
    'what cannot be read is told',
    { environment: { ...env, OTEL_RESOURCE_ATTRIBUTES: 'x' }, shell: 'commandLine' },
    'environment https://env.test:4318, cannot read OTEL_RESOURCE_ATTRIBUTES',
  ],
  ['OTEL_SDK_DISABLED goes before everything', { settings: set, policy: { fixed }, environment: disabled }, 'off: disabled'],
  ['… in every shell', { environment: { ...env, ...disabled }, shell: 'commandLine' }, 'off: disabled'],
])('%s', (_, row, expected) => {
  expect(decided(row)).toBe(expected)
})

// Without a word about it, somebody looks for data that a policy keeps back in a collector that never gets any.
it.each<[string, Row, unknown]>([
  [
    'all, of what a variable asks for',
    { policy: { off: true }, environment: env, shell: 'commandLine' },
    { what: 'all', variable: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
  ],
  ['all, of what the settings ask for', { policy: { off: true }, settings: set }, { what: 'all' }],
  ['the collector', { policy: { fixed }, settings: set }, { what: 'collector' }],
  ['what is said', { policy: { contentOff: true }, settings: { ...set, content: true } }, { what: 'content' }],
  ['nothing that nobody asked for', { policy: { off: true }, environment: env }, undefined],
  ['nothing, where there is none', { settings: { ...set, content: true } }, undefined],
])(
  'tells what a policy takes away: %s',
  (_what, { settings = defaultTelemetry, policy = {}, environment = {}, shell = 'window' }, expected) => {
    const facts = {
      settings,
      policy: { ...openTelemetryPolicy, ...policy },
      environment: readOtelEnvironment(environment),
      resource: readOtelResource(environment),
      shell,
    }
    expect(withheldByPolicy(facts)).toEqual(expected)
  },
)
