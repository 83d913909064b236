import type { LogLevel } from '../../shared/domain/serverLog'
import type { ProtocolSession } from '../session/protocolSession'

/** How much a server is asked to log: from a level on, or not at all. */
export type WantedLevel = LogLevel | 'off'

/** What is asked for where nobody chose: older servers log unasked, newer ones only when asked to (2026-07-28, logging). */
export function defaultLevel(era: ProtocolSession['era']): WantedLevel {
  return era === '2025' ? 'info' : 'off'
}

/** Tells a server how much to log. One without the ability is told nothing. @throws {AppError} when a 2025 server refuses. */
export async function askForLevel(session: ProtocolSession, level: WantedLevel, signal: AbortSignal): Promise<void> {
  if (session.capabilities.logging === undefined) return
  if (session.era === '2026') {
    session.logLevel = level === 'off' ? undefined : level
    return
  }
  // That era has no word for silence; what still comes is not kept.
  await session.request({ method: 'logging/setLevel', params: { level: level === 'off' ? 'emergency' : level } }, signal)
}
