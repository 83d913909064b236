import { AppError } from '../../shared/errors/appError'
import { backoffDelay } from '../../shared/lib/backoffDelay'
import type { Clock } from '../lib/clock'
import type { ProtocolSession } from '../session/protocolSession'
import { stopReason } from '../lib/stopReason'
import { isConnectFailure } from './isConnectFailure'

/** When it is first looked whether a server is there again, and how long it is waited at most between two looks. */
const LOOK = { firstMs: 250, mostMs: 4_000 }

export interface RetryUntilConnectedDeps {
  readonly clock: Clock
  /** Runs on the live link, or on the one that is being opened. */
  readonly onLink: <T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Why there is nothing to wait for. */
  readonly isOver: () => AppError | undefined
}

/**
 * Runs something on the next link to a server that may be away: it is waited for until the signal aborts. What was begun is not begun again,
 * unless nobody was there.
 * @throws {AppError} why the server was away, where that took too long.
 */
export async function retryUntilConnected<T>(
  deps: RetryUntilConnectedDeps,
  run: (session: ProtocolSession) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let hasBegun = false
  const begin = (session: ProtocolSession): Promise<T> => {
    // While its link was opened it may have become another server.
    const over = deps.isOver()
    if (over) throw over
    hasBegun = true
    return run(session)
  }
  for (let looks = 0; ; looks++) {
    if (signal.aborted) throw stopReason(signal)
    const over = deps.isOver()
    if (over) throw over
    try {
      return await deps.onLink(async (session) => begin(session), signal)
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
    const reason = stopReason(signal)
    throw reason.code === 'TIMED_OUT' ? away : reason
  }
}
