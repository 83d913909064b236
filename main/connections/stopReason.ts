import { AppError } from '../../shared/errors/appError'

/** A signal's reason as an error of ours: CANCELLED unless whoever aborted said more. */
export function stopReason(signal: AbortSignal): AppError {
  const reason: unknown = signal.reason
  return reason instanceof AppError ? reason : new AppError('CANCELLED', 'Stopped', { cause: reason })
}

/** Waits for something that others wait for too, but not longer than the signal. @throws {AppError} the signal's reason. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw stopReason(signal)
  const aborted = Promise.withResolvers<never>()
  const stop = (): void => aborted.reject(stopReason(signal))
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
