import type { ConnectionState } from '../../shared/domain/connection'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { englishText } from '../lib/englishText'
import type { Ending } from './connectionLifecycle'

/** Pure: for who wants something of a server that is not ready: why it is not, and what to do. */
export function notRunning(serverId: ServerId, state: ConnectionState): AppError {
  const error = 'error' in state ? state.error : undefined
  // No start will change that, and whoever waits for one may stop.
  if (error?.code === 'POLICY') return AppError.fromData(error)
  const why = error && englishText(error)
  return new AppError('SERVER_NOT_READY', why ? `${serverId} is not running: ${why.message}` : `${serverId} is not running`, {
    hint: state.phase === 'disabled' ? 'Enable it under Servers.' : (why?.hint ?? 'Start it under Servers.'),
  })
}

/** Pure: for a call that was under way when its connection went. */
export function cutOff(message: string): AppError {
  return new AppError('INTERRUPTED', message, { hint: 'Run it again if that is safe: it may have had an effect.' })
}

/** Pure: why nothing more can be expected of a server, whatever happens to its connection. */
export function whyGone({ id, enabled }: Pick<ServerDefinition, 'id' | 'enabled'>, ending: Ending | undefined): AppError | undefined {
  if (ending === 'removed') return new AppError('NOT_FOUND', `${id} was removed`)
  return enabled ? undefined : new AppError('CONFLICT', `${id} was disabled`, { hint: 'Enable it first.' })
}
