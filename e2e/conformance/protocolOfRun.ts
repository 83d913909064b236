import { readProtocolChoice, type ProtocolChoice } from '../../shared/protocol/protocolChoice.ts'

/** The environment variable in which the driver finds the choice of a protocol that it writes into servers.json. */
export const protocolVariable = 'PARLEY_CONFORMANCE_PROTOCOL'

/** What a run leaves to Parley: any version, those of the scenario's era, or the scenario's version alone. */
export const freedoms = ['automatic', 'era', 'version'] as const
export type Freedom = (typeof freedoms)[number]

/** Pure: the choice of a protocol, as in servers.json, under which a scenario runs at a version of the suite. Throws for an unknown version. */
export function protocolOfRun(freedom: Freedom, version: string): ProtocolChoice {
  if (freedom === 'automatic') return 'automatic'
  const choice = readProtocolChoice(freedom === 'era' ? version.slice(0, '2026'.length) : version)
  if (!choice) throw new Error(`The suite has a version that Parley offers nowhere: ${version}`)
  return choice
}
