import { AppError } from '../../shared/errors/appError'
import type { CallName, InputOf, OutputOf } from '../../shared/rpc/contract'
import { host } from './host'

/** Asks the host. Resolves to the value. @throws {AppError} what the host said, INTERRUPTED when it is gone, CANCELLED by the signal. */
export async function callHost<N extends CallName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<OutputOf<N>> {
  if (signal?.aborted) throw new AppError('CANCELLED', 'Cancelled')
  const id = crypto.randomUUID()
  const cancel = (): void => host().cancel(id)
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const reply = await host().call(name, input, id)
    if (!reply.ok) throw AppError.fromData(reply.error)
    // The host is ours: its outputs are types, not schemas.
    return reply.value as OutputOf<N>
  } catch (thrown) {
    throw AppError.from(thrown)
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
