import { AppError } from '../../shared/errors/appError'

/**
 * Returns a signal's reason as an AppError: TIMED_OUT if a timer ended it. Otherwise the AppError that it was aborted with, or CANCELLED.
 */
export function abortReason(signal: AbortSignal): AppError {
  const reason: unknown = signal.reason
  if (reason instanceof Error && reason.name === 'TimeoutError') return AppError.from(reason)
  return reason instanceof AppError ? reason : new AppError('CANCELLED', { reason: 'common.stopped' }, { cause: reason })
}

/** Whether Parley quits. Work on servers then continues without it. */
export function isQuitting(signal: AbortSignal): boolean {
  return signal.aborted && abortReason(signal).code === 'INTERRUPTED'
}
