import { AppError } from '../../shared/errors/appError'
import type { CallName, InputOf, OutputOf } from '../../shared/rpc/contract'
import { trustHostValue } from '../../shared/rpc/trustHostValue'
import { currentHostClient } from './currentHostClient'
import { askToUnlock, waitsForVault } from './retryAfterUnlock'

/**
 * Calls the host and resolves to the value. When a locked vault prevents an action of the person, they can open it first.
 * @throws {AppError} the host's error; INTERRUPTED when the connection is lost; CANCELLED when the signal aborts
 */
export async function callHost<N extends CallName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<OutputOf<N>> {
  try {
    return await callOnce(name, input, signal)
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (error.code !== 'SECRETS_LOCKED' || !waitsForVault(name) || !(await askToUnlock())) throw error
    return await callOnce(name, input, signal)
  }
}

async function callOnce<N extends CallName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<OutputOf<N>> {
  if (signal?.aborted) throw new AppError('CANCELLED', { reason: 'common.cancelled' })
  const id = crypto.randomUUID()
  const cancel = (): void => currentHostClient().cancel(id)
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const reply = await currentHostClient().call(name, input, id)
    if (!reply.ok) throw AppError.fromData(reply.error)
    return trustHostValue<OutputOf<N>>(reply.value)
  } catch (thrown) {
    throw AppError.from(thrown)
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
