import type { BrokenServer, ServerDefinition } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { Emitter } from '../lib/emitter'
import { parseServer, type WrittenServer } from './parseServer'

/** An entry that a policy has for everybody. */
export interface PolicyServerEntry {
  readonly id: string
  readonly entry: Readonly<Record<string, unknown>>
  /** Who set it. */
  readonly by: string
}

/** What an admin's policy says about servers. */
export interface ServerPolicy {
  readonly changes: Emitter<void>
  fixedServers(): readonly PolicyServerEntry[]
  /** The server with what the policy fixes of it. */
  fix(server: ServerDefinition): ServerDefinition
  /** @throws {AppError} POLICY where a user may not have this server. */
  mayHave(server: Pick<ServerDefinition, 'id' | 'launch'>): void
  /** @throws {AppError} POLICY where users may have no servers of their own. */
  mayAdd(): void
}

/** Where `servers.json` keeps what the user chose for servers of a policy: they have no entry of their own. */
export const chosenForFixed: readonly string[] = ['parley', 'ofPolicy']

export interface PolicyServers {
  readonly servers: readonly (WrittenServer & { readonly setBy: string })[]
  readonly broken: readonly BrokenServer[]
}

/** Pure: the servers of a policy, with the user's own choices for them (by name, as `servers.json` has them). */
export function readPolicyServers(entries: readonly PolicyServerEntry[], chosen: unknown): PolicyServers {
  const servers: (WrittenServer & { readonly setBy: string })[] = []
  const broken: BrokenServer[] = []
  for (const [id, [first, ...others]] of Map.groupBy(entries, (entry) => entry.id)) {
    if (!first) continue
    const own = isRecord(chosen) && Object.hasOwn(chosen, id) ? chosen[id] : undefined
    const server = others.length > 0 ? defined(id, [first, ...others]) : withChoices(first, own)
    if ('error' in server) broken.push(server)
    else servers.push({ ...server, setBy: first.by })
  }
  return { servers, broken }
}

/** Of two definitions neither is the stricter: then it does not run at all. */
function defined(id: string, entries: readonly PolicyServerEntry[]): BrokenServer {
  const error = new AppError('POLICY', { reason: 'servers.twoPolicies', params: { name: id, by: entries.map(({ by }) => by) } })
  const server = parseServer(id, {})
  return { id: server.id, error: error.toData() }
}

/** Choices that cannot be read count for nothing: the policy's own server is there all the same. */
function withChoices({ id, entry }: PolicyServerEntry, own: unknown): WrittenServer | BrokenServer {
  const alone = parseServer(id, entry)
  if (!isRecord(own) || 'error' in alone) return alone
  const fixed = isRecord(entry['parley']) ? entry['parley'] : {}
  const chosen = parseServer(id, { ...entry, parley: { ...own, ...fixed, enabled: own['enabled'] ?? alone.enabled } })
  const wished = parseServer(id, { ...entry, parley: own })
  if ('error' in chosen || 'error' in wished) return alone
  // What takes something away from the server counts, whoever said it.
  return {
    ...chosen,
    disabledTools: [...new Set([...alone.disabledTools, ...wished.disabledTools])],
    sampling: wished.sampling === 'off' ? 'off' : chosen.sampling,
    elicitation: wished.elicitation === 'off' ? 'off' : chosen.elicitation,
  }
}
