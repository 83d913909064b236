import type { ConnectionState } from '../../shared/domain/connection'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import { useTopic } from './useTopic'

/** A server and the state of its connection. */
export interface ServerWithState {
  readonly server: ServerDefinition
  readonly state: ConnectionState
}

const unknown: ConnectionState = { phase: 'stopped', why: 'notStarted' }
const disabled: ConnectionState = { phase: 'disabled' }

/** Every server in the user's own order, with its state; undefined until the list has come. */
export function useServers(): readonly ServerWithState[] | undefined {
  const list = useTopic('servers')
  const states = useTopic('connections.states')
  return list?.servers.map((server) => ({ server, state: states?.[server.id] ?? (server.enabled ? unknown : disabled) }))
}

/** One server with its state; undefined when there is none of that name. */
export function useServer(id: ServerId): ServerWithState | undefined {
  return useServers()?.find(({ server }) => server.id === id)
}

/** Pure: whether a server's state calls for a person. */
export function needsYou({ phase }: ConnectionState): boolean {
  return phase === 'needsSignIn' || phase === 'failed' || phase === 'crashLoop'
}
