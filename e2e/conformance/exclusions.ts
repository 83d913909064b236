/** One scenario at one version of the protocol. */
export interface Run {
  readonly scenario: string
  readonly version: string
  /** The suite assigns no version to the scenario and runs it at any. */
  readonly isExtension?: boolean
}

/**
 * Scenarios that need something that Parley does not have yet. There are none. Every other scenario runs, including those of a newer suite.
 */
const leftOut: readonly { readonly begins: string; readonly reason: string }[] = []

/** Checks that the suite may skip, each with a reason. A run fails when the suite no longer skips one of them. */
export const knownSkips = [
  {
    scenario: 'http-standard-headers',
    reason: 'the 2026 era has no handshake, so that these messages do not exist',
    checks: ['ClientMcpMethodHeader_initialize', 'ClientMcpMethodHeader_notifications_initialized'],
  },
]

/** Pure: returns why a scenario does not run, or undefined when it runs. */
export function whyLeftOut(scenario: string): string | undefined {
  return leftOut.find(({ begins }) => scenario.startsWith(begins))?.reason
}

/** Returns the entries that match no scenario of the suite any more. */
export function staleEntries(runs: readonly Run[]): readonly string[] {
  return leftOut.filter(({ begins }) => !runs.some(({ scenario }) => scenario.startsWith(begins))).map(({ begins }) => begins)
}
