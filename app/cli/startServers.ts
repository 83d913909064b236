import type { ConnectionState } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { Question } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { errorMessage } from '../../shared/i18n/errorText'
import type { CliHost } from './openCliHost'

/**
 * Starts a server and waits until it is ready.
 * @throws {AppError} with the reason when it does not become ready.
 */
export async function startServer(
  host: CliHost,
  serverId: ServerId,
  signal: AbortSignal,
): Promise<Extract<ConnectionState, { phase: 'ready' }>> {
  const seen = await startAndSee(host, serverId, signal)
  const state = seen.phase === 'needsSignIn' ? await afterSignIn(host, serverId, signal) : seen
  if (state.phase === 'ready') return state
  if (state.phase === 'needsSignIn') {
    const { code, said } = state.error
    const problem = errorMessage(state.error)
    throw new AppError(code, { reason: 'cli.signIn', params: { problem } }, { ...(said !== undefined && { said }) })
  }
  throw 'error' in state
    ? AppError.fromData(state.error)
    : new AppError('SERVER_NOT_READY', { reason: 'cli.notStarted', params: { server: serverId } })
}

/** Starts a server and returns the state that it reaches. */
export async function startAndSee(host: CliHost, serverId: ServerId, signal: AbortSignal): Promise<ConnectionState> {
  try {
    await host.client.call('servers.start', { serverId }, signal)
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (signal.aborted || error.code === 'DENIED' || error.code === 'CONFLICT') throw error
  }
  return stateOf(host, serverId, signal)
}

async function stateOf(host: CliHost, serverId: ServerId, signal: AbortSignal): Promise<ConnectionState> {
  const { [serverId]: state } = await host.client.until('connections.states', (states) => states[serverId] !== undefined, signal)
  if (!state) throw new AppError('INTERNAL', `${serverId} has no state`)
  return state
}

/** Waits until the person has answered the sign-in question. Then starts the server again if its account is signed in. */
async function afterSignIn(host: CliHost, serverId: ServerId, signal: AbortSignal): Promise<ConnectionState> {
  const isOpen = ({ asker, details }: Question): boolean => asker.serverId === serverId && details.kind === 'signIn'
  await host.client.until('questions', ({ open }) => !open.some(isOpen), signal)
  const { accounts } = await host.client.until('accounts', () => true, signal)
  const isIn = accounts.some((account) => account.serverId === serverId && account.isDefault && account.state === 'signedIn')
  return isIn ? startAndSee(host, serverId, signal) : stateOf(host, serverId, signal)
}
