import type { ConnectionState } from '../../shared/domain/connection'
import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { englishText } from '../lib/englishText'

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
