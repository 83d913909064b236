import type { ExtensionChoices } from '../../shared/domain/extensions/extensionSchema'
import type { BrokenServer, ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { Emitter } from '../lib/emitter'
import { parseServer, type WrittenServer } from './parseServer'

/** A server entry that a policy sets for everyone. */
export interface PolicyServerEntry {
  readonly id: string
  readonly entry: Readonly<Record<string, unknown>>
  /** The name of whoever set the policy. */
  readonly by: string
}

/** The part of an admin's policy that is about servers. */
export interface ServerPolicy {
  readonly changes: Emitter<void>
  fixedServers(): readonly PolicyServerEntry[]
  /** False while a policy cannot be used. The servers of an earlier version may not be all. */
  saysServers(): boolean
  /** Returns the server with the values that the policy fixes. */
  fix(server: ServerConfig): ServerConfig
  /** @throws {AppError} POLICY when a user may not have this server. */
  mayHave(server: Pick<ServerConfig, 'id' | 'launch'>): void
  /** @throws {AppError} POLICY when users may not add servers of their own. */
  mayAdd(): void
}

/** The place in `servers.json` for the user's choices about servers of a policy, which have no entry of their own there. */
export const chosenForFixed: readonly string[] = ['parley', 'ofPolicy']

export interface PolicyServers {
  readonly servers: readonly (WrittenServer & { readonly setBy: string })[]
  readonly broken: readonly BrokenServer[]
}

/** Pure: parses the servers of a policy, with the user's own choices for them (by name, as in `servers.json`). */
export function readPolicyServers(entries: readonly PolicyServerEntry[], chosen: unknown): PolicyServers {
  const servers: (WrittenServer & { readonly setBy: string })[] = []
  const broken: BrokenServer[] = []
  for (const [id, [first, ...others]] of Map.groupBy(entries, (entry) => entry.id)) {
    if (!first) continue
    const own = isRecord(chosen) && Object.hasOwn(chosen, id) ? chosen[id] : undefined
    const server = others.length > 0 ? defined(id, [first, ...others]) : withChoices(first, own)
    if ('error' in server) broken.push({ ...server, setBy: first.by })
    else servers.push({ ...server, setBy: first.by, ...(saysProtocol(first) && { protocolSetBy: first.by }) })
  }
  return { servers, broken }
}

/** Two policies define the same server. Neither definition is stricter, so the server does not run. */
function defined(id: string, entries: readonly PolicyServerEntry[]): BrokenServer {
  const error = new AppError('POLICY', { reason: 'servers.twoPolicies', params: { name: id, by: entries.map(({ by }) => by) } })
  const server = parseServer(id, {})
  return { id: server.id, error: error.toData() }
}

/** Choices that cannot be read are ignored. The policy's server is still used. */
function withChoices({ id, entry }: PolicyServerEntry, own: unknown): WrittenServer | BrokenServer {
  const alone = parseServer(id, entry)
  if (!isRecord(own) || 'error' in alone) return alone
  const fixed = isRecord(entry['parley']) ? entry['parley'] : {}
  const chosen = parseServer(id, { ...entry, parley: { ...own, ...fixed, enabled: own['enabled'] ?? alone.enabled } })
  const wished = parseServer(id, { ...entry, parley: own })
  if ('error' in chosen || 'error' in wished) return alone
  // Restrictions always apply, whether the policy or the user set them.
  const extensions = { ...wished.extensions, ...alone.extensions, ...switchedOff(wished), ...switchedOff(alone) }
  return {
    ...chosen,
    ...(Object.keys(extensions).length > 0 && { extensions }),
    disabledTools: [...new Set([...alone.disabledTools, ...wished.disabledTools])],
    sampling: wished.sampling === 'off' ? 'off' : chosen.sampling,
    elicitation: wished.elicitation === 'off' ? 'off' : chosen.elicitation,
    traceContext: wished.traceContext && chosen.traceContext,
    shareTraceId: chosen.shareTraceId && own['shareTraceId'] !== false,
  }
}

function saysProtocol({ entry: { parley } }: PolicyServerEntry): boolean {
  return isRecord(parley) && Object.hasOwn(parley, 'protocol')
}

function switchedOff({ extensions = {} }: WrittenServer): ExtensionChoices {
  return Object.fromEntries(Object.entries(extensions).filter(([, on]) => !on))
}
