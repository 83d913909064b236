import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { versionsOf } from '../../shared/protocol/protocolChoice'
import { protocolCap, unspokenVersions } from './decideProtocol'
import type { PolicySheet } from './policySheet'

const id = ServerId.parse('Files')
const sheet = (name: string, more: Partial<PolicySheet>): PolicySheet => ({ name, ...more })
const listing = (name: string, ...protocol: string[]): PolicySheet => sheet(name, { servers: { protocol } })
const older = versionsOf('2025')

it('limits nothing where no policy speaks of versions', () => {
  expect(protocolCap({ sheets: [sheet('A', { servers: { add: false } })] }, { id })).toBeUndefined()
})

// Catches: a second policy that widens the first, and a sentence that names one of two.
it.each([
  [[listing('A', '2025')], older, ['A']],
  [[listing('A', '2026', '2025-11-25')], ['2026-07-28', '2025-11-25'], ['A']],
  [[listing('A', '2025'), listing('B', '2026', '2025-06-18')], ['2025-06-18'], ['A', 'B']],
  [[listing('A', '2025'), listing('B', '2026')], [], ['A', 'B']],
  [[listing('A', '2027-01-01', '2026')], ['2026-07-28'], ['A']],
  [[listing('A', '2024-10-07')], ['2024-10-07'], ['A']],
])('allows what all of %j allow', (sheets, allowed, by) => {
  expect(protocolCap({ sheets }, { id })).toMatchObject({ allowed, by })
})

// Catches: an entry of a policy's own server whose version a user or --protocol could override.
it('holds a server of the policy to the version in its entry, and no server of the user with that name', () => {
  const sheets = [sheet('A', { contact: 'it@a.example', mcpServers: { Files: { command: 'x', parley: { protocol: '2025-11-25' } } } })]
  expect([protocolCap({ sheets }, { id, setBy: 'A' }), protocolCap({ sheets }, { id })]).toEqual([
    { allowed: ['2025-11-25'], by: ['A'], ask: { id: 'policy.askAt', params: { name: 'A', contact: 'it@a.example' } } },
    undefined,
  ])
})

it('knows the versions that it does not speak', () => {
  expect(unspokenVersions(listing('A', '2025', '2027-01-01', '2024-10-07'))).toEqual(['2027-01-01'])
})
