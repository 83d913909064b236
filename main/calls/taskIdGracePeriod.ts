import { abortReason, isQuitting } from '../lib/abortReason'

/** How long a server has to report the id of an unwanted task. Only with the id can the task be cancelled. */
const TELL_MS = 10_000

/**
 * Makes the signal for a request that creates a task (2025). When the caller stops, it waits a little for the answer. A task is cancelled
 * only by its id, never by `notifications/cancelled` (2025-11-25, cancellation). It does not wait when Parley quits.
 */
export function withTaskIdGracePeriod(signal: AbortSignal): AbortSignal {
  const patient = new AbortController()
  const wait = (): void => {
    if (isQuitting(signal)) return patient.abort(abortReason(signal))
    setTimeout(() => patient.abort(abortReason(signal)), TELL_MS).unref()
  }
  if (signal.aborted) patient.abort(abortReason(signal))
  else signal.addEventListener('abort', wait, { once: true })
  return patient.signal
}
