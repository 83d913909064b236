import type { ConnectionState } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { errorMessage } from '../../shared/i18n/errorText'
import { hintParam } from '../../shared/i18n/errorText'
import type { Ending } from './connectionLifecycle'

/** Pure: explains why a server is not ready and what to do about it. */
export function notRunning(serverId: ServerId, state: ConnectionState): AppError {
  const error = 'error' in state ? state.error : undefined
  // No start changes that, so callers can stop waiting for one.
  if (error?.code === 'POLICY') return AppError.fromData(error)
  if (!error) {
    return new AppError('SERVER_NOT_READY', {
      reason: state.phase === 'disabled' ? 'connections.notRunningDisabled' : 'connections.notRunning',
      params: { server: serverId },
    })
  }
  // What it printed stands on the server's page, not where this error is shown.
  const advice = error.code === 'SERVER_EXITED' ? ({ id: 'servers.failure.seeOutput' } as const) : hintParam(error)
  return new AppError('SERVER_NOT_READY', {
    reason: 'connections.notRunningBecause',
    params: { server: serverId, why: errorMessage(error), advice: advice === '' ? { id: 'errors.connections.notRunning.hint' } : advice },
  })
}

/** Pure: the error for a call that was under way when its connection ended. */
export function cutOff(serverId: ServerId, reason: 'connections.ended' | 'connections.sessionForgotten'): AppError {
  return new AppError('INTERRUPTED', { reason, params: { server: serverId } })
}

/** Pure: why a server will never answer again, no matter what happens to its connection. */
export function whyGone({ id, enabled }: Pick<ServerConfig, 'id' | 'enabled'>, ending: Ending | undefined): AppError | undefined {
  if (ending === 'removed') return new AppError('NOT_FOUND', { reason: 'connections.removed', params: { server: id } })
  return enabled ? undefined : new AppError('CONFLICT', { reason: 'connections.disabled', params: { server: id } })
}
