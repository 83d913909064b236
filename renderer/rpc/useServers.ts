import type { ConnectionState } from '../../shared/domain/connectionState'
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

/** Pure: whether a server's state needs a person. */
export function needsYou({ phase }: ConnectionState): boolean {
  return phase === 'needsSignIn' || phase === 'failed' || phase === 'crashLoop'
}
