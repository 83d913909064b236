import { expect, it } from 'vitest'
import { openTelemetryPolicy } from '../../shared/domain/telemetry/telemetry'
import { withoutAllowed } from './lockedRules'
import { stricter, type PolicySheet } from './policySheet'
import { fixesTelemetry, fixTelemetry, telemetryPolicy } from './telemetryPolicy'

type Telemetry = PolicySheet['telemetry']
const sheet = (name: string, telemetry: Telemetry): PolicySheet => ({ name, ...(telemetry && { telemetry }) })
const said = (...all: Telemetry[]) => telemetryPolicy({ sheets: all.map((telemetry, index) => sheet(`IT ${index}`, telemetry)) })
const endpoint = 'https://otel.atlas.test'
const every = { traces: true, metrics: true, logs: true }
const fixed = { endpoint, protocol: 'http/protobuf', signals: every, content: false, headers: {} }

it('without a word of telemetry, everything is the user’s choice', () => {
  expect(said(undefined)).toBe(openTelemetryPolicy)
})

it('one policy: off, no content, or where everybody sends to, by default without content', () => {
  expect([said({ allowed: false }), said({ content: false }), said({ endpoint })]).toEqual([
    { off: true, contentOff: false },
    { off: false, contentOff: true },
    { off: false, contentOff: false, fixed },
  ])
  const headers = { authorization: { secret: 'atlas' } }
  expect(said({ endpoint, protocol: 'http/json', signals: { logs: false }, content: true, headers }).fixed).toEqual({
    endpoint,
    protocol: 'http/json',
    signals: { traces: true, metrics: true, logs: false },
    content: true,
    headers: { authorization: { secret: 'atlas' } },
  })
})

it('two policies: what both want is sent, to the one place that both name', () => {
  expect(
    said({ endpoint, content: true, signals: { logs: false } }, { endpoint, content: true, signals: { metrics: false } }).fixed,
  ).toEqual({
    ...fixed,
    content: true,
    signals: { traces: true, metrics: false, logs: false },
  })
  expect(said({ endpoint, content: true }, { endpoint }).fixed?.content).toBe(false)
  expect(said({ endpoint, content: true }, { content: false })).toMatchObject({ off: false, contentOff: true })
  expect([said({ endpoint }, { endpoint: 'https://other.test' }).off, said({ endpoint }, { endpoint, protocol: 'http/json' }).off]).toEqual(
    [true, true],
  )
  expect(said({ endpoint }, { allowed: false })).toEqual({ off: true, contentOff: false })
})

it('K15: a file that others than root could have written sends nothing, and forbids all the same', () => {
  const kept = (telemetry: Telemetry): Telemetry => withoutAllowed(sheet('IT', telemetry)).telemetry
  expect([
    kept({ endpoint, content: true }),
    kept({ endpoint, content: false }),
    kept({ allowed: false, endpoint }),
    kept({ allowed: true }),
  ]).toEqual([undefined, { content: false }, { allowed: false }, undefined])
})

it('what is fixed stands in the place of the user’s settings, and only its secrets are looked for in the vault', () => {
  const chosen = { endpoint: 'https://mine.test', protocol: 'http/json', signals: every, content: true, headers: {} } as const
  const policy = said({ endpoint, headers: { a: 'plain', b: { secret: 's' } } })
  expect(fixTelemetry(policy, chosen)).toEqual({ ...fixed, headers: { b: { secret: 's' } } })
  expect(fixTelemetry(said({ content: false }), chosen)).toBe(chosen)
})

it('names who set it, and nobody who only forbids content', () => {
  const joined = stricter({ sheets: [sheet('A', { content: false })] }, { sheets: [sheet('B', { endpoint })] })
  expect(fixesTelemetry(joined)?.name).toBe('B')
})
