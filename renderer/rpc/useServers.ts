import { connectionStatus, type ConnectionState, type ShownFailure } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { useTopic } from './useTopic'

/** A server and the state of its connection. */
export interface ServerWithState {
  readonly server: ServerConfig
  readonly state: ConnectionState
}

const unknown: ConnectionState = { phase: 'stopped', why: 'notStarted' }
const disabled: ConnectionState = { phase: 'disabled' }

/** Returns every server with its state, in the user's order. Undefined until the list has loaded. */
export function useServers(): readonly ServerWithState[] | undefined {
  const list = useTopic('servers')
  const states = useTopic('connections.states')
  return list?.servers.map((server) => ({ server, state: states?.[server.id] ?? (server.enabled ? unknown : disabled) }))
}

/** Returns one server with its state, or undefined when there is none with that name. */
export function useServer(id: ServerId): ServerWithState | undefined {
  return useServers()?.find(({ server }) => server.id === id)
}

/** Pure: why a server does not run, or did not run before the try that is under way. */
export function failureOf(state: ConnectionState): (Partial<ShownFailure> & Pick<ShownFailure, 'error'>) | undefined {
  return 'error' in state ? state : 'lastFailure' in state ? state.lastFailure : undefined
}

/**
 * Pure: whether a server's state needs a person to mend something. What the policy forbids, nobody here can mend. One that failed does while
 * Parley tries it again.
 */
export function needsYou(state: ConnectionState): boolean {
  if (state.phase === 'starting') return state.lastFailure !== undefined
  const status = connectionStatus(state)
  return status === 'needsSignIn' || status === 'waitsForStart' || status === 'failed' || status === 'crashLoop'
}
