import type { ConnectionState, Negotiation } from '../domain/connectionState'
import { ConnectionId } from '../domain/ids'

type ReadyState = Extract<ConnectionState, { phase: 'ready' }>

/** For tests: returns the state of a ready connection to a local server that offers nothing. */
export function readyState(change: Partial<ReadyState> = {}): ReadyState {
  return {
    phase: 'ready',
    connectionId: ConnectionId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b11'),
    since: 0,
    negotiation: negotiated('2026-07-28'),
    transport: 'stdio',
    abilities: [],
    identity: { name: 'sample', version: '1' },
    offers: { tools: 0, resources: 0, prompts: 0, skipped: 0 },
    ...change,
  }
}

/** For tests: returns what is agreed with a server whose newest version this is, when nobody chose one. */
export function negotiated(version: string): Negotiation {
  const isNewest = version >= '2026'
  return { requested: 'automatic', version, era: isNewest ? '2026' : '2025', why: isNewest ? 'newest' : 'serverIsOlder' }
}
