import type { ConnectionState, Installing } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { Question } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { errorMessage } from '../../shared/i18n/errorText'
import { StartFailure } from './startFailure'
import { escapeForTerminal } from './escapeForTerminal'
import type { CliHost } from './openCliHost'
import type { Output } from './output'

/** Where a start says what is going on. */
type Talk = Pick<Output, 'say' | 'translator'>

/**
 * Starts a server and waits until it is ready.
 * @throws {AppError | StartFailure} with the reason when it does not become ready.
 */
export async function startServer(
  host: CliHost,
  serverId: ServerId,
  output: Talk,
  signal: AbortSignal,
): Promise<Extract<ConnectionState, { phase: 'ready' }>> {
  const { servers } = await host.client.until('servers', () => true, signal)
  if (servers.some(({ id, enabled }) => id === serverId && !enabled)) throw new StartFailure(serverId, disabled(serverId), undefined)
  const seen = await startAndSee(host, serverId, output, signal)
  const state = seen.phase === 'needsSignIn' ? await afterSignIn(host, serverId, output, signal) : seen
  if (state.phase === 'ready') return state
  if (state.phase === 'needsSignIn') {
    const { code, said } = state.error
    const problem = errorMessage(state.error)
    throw new AppError(code, { reason: 'cli.signIn', params: { problem } }, { ...(said !== undefined && { said }) })
  }
  if ('error' in state) throw new StartFailure(serverId, AppError.fromData(state.error), 'evidence' in state ? state.evidence : undefined)
  throw new AppError('SERVER_NOT_READY', { reason: 'cli.notStarted', params: { server: serverId } })
}

function disabled(server: ServerId): AppError {
  return new AppError('CONFLICT', { reason: 'cli.disabled', params: { server } })
}

/**
 * Starts a server and returns the state that it reaches. Says meanwhile what a program prints that may install it.
 * @param how `anew` for a command that is about the server itself: the server is asked, whatever Parley knows of it.
 */
export async function startAndSee(
  host: CliHost,
  serverId: ServerId,
  output: Talk,
  signal: AbortSignal,
  how: { readonly anew?: true } = {},
): Promise<ConnectionState> {
  const leave = sayInstalling(host, serverId, output)
  try {
    await host.client.call('servers.start', { serverId, ...how }, signal)
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (signal.aborted) throw error
    if (error.code === 'DENIED') throw startRefused(serverId, error)
    if (error.code === 'CONFLICT') throw error
  } finally {
    leave()
  }
  return stateOf(host, serverId, signal)
}

/** There is no button to press here, which the host's own advice names. */
function startRefused(server: ServerId, error: AppError): AppError {
  if (error.reason !== 'connections.notStarted') return error
  return new AppError('DENIED', { reason: 'cli.startRefused', params: { server } }, { cause: error })
}

function sayInstalling(host: CliHost, serverId: ServerId, { say, translator }: Talk): () => void {
  let before: Installing | undefined
  return host.client.watch('connections.states', (states) => {
    const state = states[serverId]
    const now = state?.phase === 'starting' ? state.installing : undefined
    if (now && (now.printed !== before?.printed || before === undefined)) say(installingLine(serverId, now, translator))
    before = now ?? before
  })
}

function installingLine(server: ServerId, { program, printed }: Installing, { t }: Output['translator']): string {
  return escapeForTerminal(
    printed === undefined ? t('cli.installing', { server, program }) : t('cli.installingPrinted', { server, program, printed }),
  )
}

async function stateOf(host: CliHost, serverId: ServerId, signal: AbortSignal): Promise<ConnectionState> {
  const { [serverId]: state } = await host.client.until('connections.states', (states) => states[serverId] !== undefined, signal)
  if (!state) throw new AppError('INTERNAL', `${serverId} has no state`)
  return state
}

/** Waits until the person has answered the sign-in question. Then starts the server again if its account is signed in. */
async function afterSignIn(host: CliHost, serverId: ServerId, output: Talk, signal: AbortSignal): Promise<ConnectionState> {
  const isOpen = ({ asker, details }: Question): boolean => asker.serverId === serverId && details.kind === 'signIn'
  await host.client.until('questions', ({ open }) => !open.some(isOpen), signal)
  const { accounts } = await host.client.until('accounts', () => true, signal)
  const isIn = accounts.some((account) => account.serverId === serverId && account.isDefault && account.state === 'signedIn')
  return isIn ? startAndSee(host, serverId, output, signal) : stateOf(host, serverId, signal)
}
