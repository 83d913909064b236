import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import type { NegotiationReason } from '../../shared/domain/connectionState'
import type { ProtocolCap } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { protocolVersions, spokenVersions, versionsOf } from '../../shared/protocol/protocolChoice'
import { serverId } from '../connections/testing/poolFixture'
import { explainAgreement, planNegotiation, tellsEra, type Agreement, type ProtocolWishes } from './negotiation'

const older = versionsOf('2025')
const cap = (...allowed: string[]): ProtocolCap => ({ allowed, by: ['Atlas IT'], ask: { id: 'policy.ask', params: { name: 'Atlas IT' } } })

/** What comes of wishes: who asked for what, and the versions that are offered; or the reason of the refusal. */
function planned(wishes: ProtocolWishes): unknown {
  try {
    const { requested, chosenBy, versions, cap: by } = planNegotiation(serverId('s'), wishes)
    return [requested, chosenBy, versions.join(' '), by !== undefined]
  } catch (thrown) {
    return AppError.from(thrown).reason
  }
}

// Catches: a command line that cannot override an entry, an entry or command line that gets past a policy, and a choice that is widened
// silently because a policy takes all of it away.
it.each<[string, ProtocolWishes, unknown]>([
  ['nothing', { configured: 'automatic' }, ['automatic', 'page', spokenVersions.join(' '), false]],
  ['an entry', { configured: '2025' }, ['2025', 'page', older.join(' '), false]],
  ['one version', { configured: '2025-03-26' }, ['2025-03-26', 'page', '2025-03-26', false]],
  ['the command line over an entry', { configured: '2025', commandLine: '2026' }, ['2026', 'commandLine', '2026-07-28', false]],
  [
    'automatic on the command line',
    { configured: '2025', commandLine: 'automatic' },
    ['automatic', 'commandLine', spokenVersions.join(' '), false],
  ],
  ['a policy alone', { configured: 'automatic', cap: cap('2025-11-25') }, ['automatic', 'page', '2025-11-25', true]],
  ['a policy and what it allows', { configured: '2025-11-25', cap: cap(...older) }, ['2025-11-25', 'page', '2025-11-25', false]],
  ['a policy that leaves a part', { configured: '2025', cap: cap('2025-06-18', '2026-07-28') }, ['2025', 'page', '2025-06-18', true]],
  ['a policy against an entry', { configured: '2026', cap: cap(...older) }, 'policy.protocol'],
  ['a policy against the command line', { configured: '2025', commandLine: '2026', cap: cap(...older) }, 'policy.protocol'],
  [
    'an entry that the command line replaces',
    { configured: '2026', commandLine: '2025', cap: cap(...older) },
    ['2025', 'commandLine', older.join(' '), false],
  ],
  ['policies without a common version', { configured: 'automatic', cap: cap() }, 'policy.protocolNone'],
])('LC-03: %s', (_what, wishes, expected) => {
  expect(planned(wishes)).toEqual(expected)
})

const agreed = (version: string, change: Partial<Agreement> = {}): Agreement => ({
  version,
  era: version >= '2026' ? '2026' : '2025',
  transport: 'stdio',
  remembered: false,
  ...change,
})

// Catches: a page that blames the server for what a person or an admin chose.
it.each<[NegotiationReason, ProtocolWishes, Agreement]>([
  ['newest', { configured: 'automatic' }, agreed('2026-07-28')],
  ['serverIsOlder', { configured: 'automatic' }, agreed('2025-11-25')],
  ['remembered', { configured: 'automatic' }, agreed('2025-11-25', { remembered: true })],
  ['olderTransport', { configured: 'automatic' }, agreed('2024-11-05', { transport: 'sse' })],
  ['serverIsOlder', { configured: '2025', commandLine: 'automatic' }, agreed('2025-11-25')],
  ['chosen', { configured: '2025' }, agreed('2025-06-18')],
  ['commandLine', { configured: '2026', commandLine: '2025-11-25' }, agreed('2025-11-25')],
  ['policy', { configured: 'automatic', cap: cap(...older) }, agreed('2025-11-25')],
  ['policy', { configured: '2025', cap: cap('2025-06-18') }, agreed('2025-06-18')],
  ['newest', { configured: 'automatic', cap: cap('2026-07-28') }, agreed('2026-07-28')],
  ['chosen', { configured: '2025-06-18', cap: cap(...older) }, agreed('2025-06-18')],
])('LC-03: says “%s” of %j', (why, wishes, agreement) => {
  const { version, era } = agreement
  const requested = wishes.commandLine ?? wishes.configured
  expect(explainAgreement(planNegotiation(serverId('s'), wishes), agreement)).toEqual({ requested, version, era, why })
})

// Catches: a server that is taken for an older one for a day, or is said to have gone back, after a person chose an older version.
it('LC-03: learns a server’s era from its own answers, not from what was chosen', () => {
  const limited = { requested: '2025', version: '2025-11-25', era: '2025', why: 'chosen' } as const
  expect([
    tellsEra(limited),
    tellsEra({ ...limited, requested: 'automatic', why: 'policy' }),
    tellsEra({ ...limited, requested: 'automatic', why: 'serverIsOlder' }),
    tellsEra({ ...limited, version: '2026-07-28', era: '2026' }),
  ]).toEqual([false, false, true, true])
})

// Catches: an update of the protocol library that speaks a version which nobody can choose, or no longer speaks one that is offered.
it('LC-03: offers what the library speaks, and lets a person choose each of them but the draft of 2024', () => {
  expect(spokenVersions.slice(1)).toEqual(SUPPORTED_PROTOCOL_VERSIONS)
  expect(spokenVersions.filter((version) => !protocolVersions.some((choice) => choice === version))).toEqual(['2024-10-07'])
})
