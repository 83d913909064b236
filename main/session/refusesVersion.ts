import type { Era } from '../../shared/domain/connectionState'
import { isVersion } from '../../shared/protocol/namesFromServers'

/** What a session speaks. */
export interface Spoken {
  readonly era: Era
  readonly protocol: string
}

/**
 * Pure: whether these versions, beside the code of UnsupportedProtocolVersion, refuse the version of a session. In the 2025 era that code is one of
 * those that a server uses as it likes (JSON-RPC 2.0, section 5.1: -32000 to -32099), so that it must name another version there.
 */
export function refusesVersion(theirs: readonly unknown[], { era, protocol }: Spoken): boolean {
  return era === '2026' || theirs.some((version) => isVersion(version) && version !== protocol)
}
