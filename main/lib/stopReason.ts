import { AppError } from '../../shared/errors/appError'

/** A signal's reason as an error of ours: TIMED_OUT where a timer ended it, else CANCELLED unless whoever aborted said more. */
export function stopReason(signal: AbortSignal): AppError {
  const reason: unknown = signal.reason
  if (reason instanceof Error && reason.name === 'TimeoutError') return AppError.from(reason)
  return reason instanceof AppError ? reason : new AppError('CANCELLED', { reason: 'common.stopped' }, { cause: reason })
}
