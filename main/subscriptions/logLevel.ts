import type { LogLevel } from '../../shared/domain/logEntry'
import type { ProtocolSession } from '../session/protocolSession'

/** The lowest level that a server should log, or no logging at all. */
export type WantedLevel = LogLevel | 'off'

/** The default level. Older servers log without being asked, newer ones only on request (2026-07-28, logging). */
export function defaultLevel(era: ProtocolSession['era']): WantedLevel {
  return era === '2025' ? 'info' : 'off'
}

/** Tells a server how much to log. Sends nothing to a server without logging. @throws {AppError} when a 2025 server refuses. */
export async function askForLevel(session: ProtocolSession, level: WantedLevel, signal: AbortSignal): Promise<void> {
  if (session.capabilities.logging === undefined) return
  if (session.era === '2026') {
    session.logLevel = level === 'off' ? undefined : level
    return
  }
  // The 2025 era has no level for silence. Messages that still arrive are not kept.
  await session.request({ method: 'logging/setLevel', params: { level: level === 'off' ? 'emergency' : level } }, signal)
}
