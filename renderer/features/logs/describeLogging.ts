import type { ConnectionState } from '../../../shared/domain/connection'

/** Pure: what a person should know about a server and logging, where there is something to know. */
export function describeLogging(server: string, kind: 'stdio' | 'http', state: ConnectionState): string | undefined {
  if (state.phase !== 'ready') return undefined
  const printed = kind === 'stdio' ? ' What it prints stands under Frames.' : ''
  if (!state.abilities.includes('logging')) return `${server} does not offer logging.${printed}`
  if (state.era === '2026') return `Logging is deprecated from ${state.protocol} on: Parley asks for it with every request.${printed}`
  return undefined
}
