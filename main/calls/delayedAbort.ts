import { stopReason } from '../lib/stopReason'

/** How long a server has to tell the id of a task that nobody wants any more: only with it can the task be given up. */
const TELL_MS = 10_000

/**
 * The signal for a request that creates a task (2025): when its caller stops it waits a little for the answer, since a task is never
 * cancelled by `notifications/cancelled`, only by its id (2025-11-25, cancellation). When Parley quits it waits for nothing.
 */
export function delayedAbort(signal: AbortSignal): AbortSignal {
  const patient = new AbortController()
  const wait = (): void => {
    if (isQuitting(signal)) return patient.abort(stopReason(signal))
    setTimeout(() => patient.abort(stopReason(signal)), TELL_MS).unref()
  }
  if (signal.aborted) patient.abort(stopReason(signal))
  else signal.addEventListener('abort', wait, { once: true })
  return patient.signal
}

/** Parley quits: what runs elsewhere goes on without it. */
export function isQuitting(signal: AbortSignal): boolean {
  return signal.aborted && stopReason(signal).code === 'INTERRUPTED'
}
