import type { ConnectionState } from '../../shared/domain/connection'
import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { CliHost } from './openCliHost'

/** Starts a server and waits until it is ready. @throws {AppError} why it did not become so. */
export async function startServer(
  host: CliHost,
  serverId: ServerId,
  signal: AbortSignal,
): Promise<Extract<ConnectionState, { phase: 'ready' }>> {
  const state = await startAndSee(host, serverId, signal)
  if (state.phase === 'ready') return state
  throw 'error' in state ? AppError.fromData(state.error) : new AppError('SERVER_NOT_READY', `${serverId} was not started`)
}

/** Starts a server and gives the state that it comes to. */
export async function startAndSee(host: CliHost, serverId: ServerId, signal: AbortSignal): Promise<ConnectionState> {
  try {
    await host.client.call('servers.start', { serverId }, signal)
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (signal.aborted || error.code === 'DENIED' || error.code === 'CONFLICT') throw error
  }
  const { [serverId]: state } = await host.client.until('connections.states', (states) => states[serverId] !== undefined, signal)
  if (!state) throw new AppError('INTERNAL', `${serverId} has no state`)
  return state
}
