import type { ProtocolCap, ServerConfig } from '../../shared/domain/server'
import { isRecord } from '../../shared/lib/json'
import { readProtocolChoice, spokenVersions, versionsOf } from '../../shared/protocol/protocolChoice'
import type { Policy, PolicySheet } from './policySheet'
import { askWhom } from './policyRefusal'

/**
 * Pure: the versions of MCP that may be spoken with a server: those that every sheet allows; undefined if no sheet says anything. What a
 * policy writes into the entry of its own server is no choice of the user's, so it counts as well.
 */
export function protocolCap({ sheets }: Policy, server: Pick<ServerConfig, 'id' | 'setBy'>): ProtocolCap | undefined {
  const lists = sheets.flatMap((sheet) => allowedBy(sheet, server).map((allowed) => ({ sheet, allowed })))
  const [first] = lists
  if (!first) return undefined
  return {
    allowed: spokenVersions.filter((version) => lists.every(({ allowed }) => allowed.includes(version))),
    by: [...new Set(lists.map(({ sheet }) => sheet.name))],
    ask: askWhom(first.sheet),
  }
}

/** Pure: the versions that this Parley does not speak, of those that a sheet names. */
export function unspokenVersions({ servers }: PolicySheet): readonly string[] {
  return (servers?.protocol ?? []).filter((word) => versionsNamed(word).length === 0)
}

function allowedBy(
  { servers, mcpServers }: PolicySheet,
  { id, setBy }: Pick<ServerConfig, 'id' | 'setBy'>,
): readonly (readonly string[])[] {
  const own = setBy !== undefined && mcpServers && Object.hasOwn(mcpServers, id) ? mcpServers[id]?.parley : undefined
  const words = isRecord(own) && typeof own['protocol'] === 'string' ? [[own['protocol']]] : []
  return [...(servers?.protocol ? [servers.protocol] : []), ...words].map((list) => list.flatMap(versionsNamed))
}

/** A version that is newer than this Parley is none that it could speak. */
function versionsNamed(word: string): readonly string[] {
  const choice = readProtocolChoice(word)
  return choice ? versionsOf(choice) : spokenVersions.filter((version) => version === word)
}
