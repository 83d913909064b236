/** One scenario at one version of the protocol. */
export interface Run {
  readonly scenario: string
  readonly version: string
  /** The suite knows no version of it, and runs it at any. */
  readonly isExtension?: boolean
}

/** Scenarios that need what Parley does not have yet: none. Whatever is not named here runs, also when a newer suite brings it. */
const leftOut: readonly { readonly begins: string; readonly reason: string }[] = []

/** Checks that are skipped for the same kind of reason. A run fails when one of them is not skipped any more. */
export const knownSkips = [
  {
    scenario: 'http-standard-headers',
    reason: 'the 2026 era has no handshake, so that these messages do not exist',
    checks: ['ClientMcpMethodHeader_initialize', 'ClientMcpMethodHeader_notifications_initialized'],
  },
]

/** Pure: why a scenario is not run; undefined when it is. */
export function whyLeftOut(scenario: string): string | undefined {
  return leftOut.find(({ begins }) => scenario.startsWith(begins))?.reason
}

/** Entries that name no scenario of the suite any more. */
export function staleEntries(runs: readonly Run[]): readonly string[] {
  return leftOut.filter(({ begins }) => !runs.some(({ scenario }) => scenario.startsWith(begins))).map(({ begins }) => begins)
}
