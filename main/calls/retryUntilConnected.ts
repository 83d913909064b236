import { AppError } from '../../shared/errors/appError'
import { backoffDelay } from '../../shared/lib/backoffDelay'
import type { Clock } from '../lib/clock'
import type { ProtocolSession } from '../session/protocolSession'
import { abortReason } from '../lib/abortReason'
import { isConnectFailure } from './isConnectFailure'

/** The first and the longest pause between two tries to reach a server. */
const LOOK = { firstMs: 250, mostMs: 4_000 }

export interface RetryUntilConnectedDeps {
  readonly clock: Clock
  /** Runs on the live session, or on the one that is opening. */
  readonly onSession: <T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Returns why waiting makes no sense, or undefined. */
  readonly isOver: () => AppError | undefined
}

/**
 * Runs something on the next session with a server that may be away. Waits for the server until the signal aborts. Never runs twice, unless
 * the server could not be reached.
 * @throws {AppError} the reason why the server was away, when that took too long.
 */
export async function retryUntilConnected<T>(
  deps: RetryUntilConnectedDeps,
  run: (session: ProtocolSession) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let hasBegun = false
  const begin = (session: ProtocolSession): Promise<T> => {
    // The server may have been replaced while its session opened.
    const over = deps.isOver()
    if (over) throw over
    hasBegun = true
    return run(session)
  }
  for (let looks = 0; ; looks++) {
    if (signal.aborted) throw abortReason(signal)
    const over = deps.isOver()
    if (over) throw over
    try {
      return await deps.onSession(async (session) => begin(session), signal)
    } catch (thrown) {
      const away = AppError.from(thrown)
      if (isConnectFailure(away)) hasBegun = false
      if (hasBegun || signal.aborted || away.code === 'POLICY') throw thrown
      await pause(deps.clock, looks, away, signal)
    }
  }
}

async function pause(clock: Clock, looks: number, away: AppError, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(backoffDelay(looks, LOOK), signal)
  } catch (thrown) {
    if (!signal.aborted) throw thrown
    const reason = abortReason(signal)
    throw reason.code === 'TIMED_OUT' ? away : reason
  }
}
