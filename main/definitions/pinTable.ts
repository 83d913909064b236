import * as z from 'zod'
import type { ToolAnnotations } from '../../shared/domain/catalog'
import type { AcceptedTool, PinnedDefinition } from '../../shared/domain/definitionChange'
import { ServerId } from '../../shared/domain/ids'
import { isRecord } from '../../shared/lib/json'
import type { Database } from '../storage/database'

/** What is known about one definition that a server offers to one account. The full definition is read only for display. */
export interface Pin {
  /** Empty for a server without accounts. */
  readonly accountId: string
  readonly what: PinnedDefinition['what']
  readonly name: string
  readonly hash: string
  readonly accepted: number
  readonly added: boolean
  /** The hashes of the latest changes that the user looked at and rejected. */
  readonly keptOff: readonly string[]
}

const Row = z.object({
  accountId: z.string(),
  what: z.enum(['tool', 'instructions']),
  name: z.string(),
  hash: z.string(),
  accepted: z.number(),
  added: z.number(),
  kept_off: z.string().nullable(),
})

const AcceptedRow = z.object({
  name: z.string(),
  hash: z.string(),
  title: z.string().nullable().catch(null),
  annotations: z.string().nullable().catch(null),
})

/** Limit of remembered rejected changes, for servers that alternate between definitions. */
const KEPT_OFF = 50

/** The rows of `pin`. */
export class PinTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Runs all writes in one transaction. */
  together(write: () => void): void {
    this.#database.transaction(write)
  }

  of(serverId: ServerId): readonly Pin[] {
    const rows = this.#database.all(
      'SELECT account AS accountId, what, name, hash, accepted, added, kept_off FROM pin WHERE server = ?',
      serverId,
    )
    return rows.map((row) => {
      const { added, kept_off: keptOff, ...pin } = Row.parse(row)
      return { ...pin, added: added === 1, keptOff: keptOff?.split(' ') ?? [] }
    })
  }

  /** The full definition of a pin. An unreadable one counts as empty, so that everything offered now counts as new. */
  definition(serverId: ServerId, { accountId, what, name, hash }: Pin): PinnedDefinition {
    const row = this.#database.get(
      'SELECT definition FROM pin WHERE server = ? AND account = ? AND what = ? AND name = ?',
      serverId,
      accountId,
      what,
      name,
    )
    const nothing: PinnedDefinition =
      what === 'tool' ? { what, name, hash, inputSchema: {} } : { what, name: 'instructions', hash, text: '' }
    return (row && parse(String(row['definition']), what)) ?? nothing
  }

  /** The accepted definitions of a server's tools, each once, by name. Of one that cannot be read, nothing is known but its name. */
  accepted(serverId: ServerId): readonly AcceptedTool[] {
    const rows = this.#database.all(
      `SELECT name, hash, max(iif(json_valid(definition), json_extract(definition, '$.title'), NULL)) AS title,
         max(iif(json_valid(definition), json_extract(definition, '$.annotations'), NULL)) AS annotations
         FROM pin WHERE server = ? AND what = 'tool' AND added = 0 GROUP BY name, hash ORDER BY name, hash`,
      serverId,
    )
    return rows.map((row) => {
      const { name, hash, title, annotations } = AcceptedRow.parse(row)
      const claims: unknown = annotations === null ? undefined : JSON.parse(annotations)
      return { name, hash, ...(title !== null && { title }), ...(isClaims(claims) && { annotations: claims }) }
    })
  }

  /** The tools that a server declares to reach outside this computer. */
  openWorld(serverId: ServerId): readonly string[] {
    const rows = this.#database.all(
      `SELECT DISTINCT name FROM pin WHERE server = ? AND what = 'tool' AND json_valid(definition)
         AND json_extract(definition, '$.annotations.openWorldHint') = 1`,
      serverId,
    )
    return rows.map(({ name }) => String(name))
  }

  put(serverId: ServerId, pin: Pick<Pin, 'accountId' | 'accepted' | 'added'>, definition: PinnedDefinition): void {
    this.#database.run(
      `INSERT OR REPLACE INTO pin (server, account, what, name, hash, definition, accepted, added) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      serverId,
      pin.accountId,
      definition.what,
      definition.name,
      definition.hash,
      JSON.stringify(definition),
      pin.accepted,
      pin.added ? 1 : 0,
    )
  }

  drop(serverId: ServerId, { accountId, what, name }: Pin): void {
    this.#database.run('DELETE FROM pin WHERE server = ? AND account = ? AND what = ? AND name = ?', serverId, accountId, what, name)
  }

  /** Records that a call of exactly this tool was allowed, so that it no longer counts as unseen. */
  allow(serverId: ServerId, name: string, hash: string, at: number): void {
    this.#database.run(
      `UPDATE pin SET added = 0, accepted = ? WHERE server = ? AND what = 'tool' AND name = ? AND hash = ? AND added = 1`,
      at,
      serverId,
      name,
      hash,
    )
  }

  /** Records that the user rejects these changes. */
  keepOff(serverId: ServerId, { accountId, what, name, keptOff }: Pin, hashes: readonly string[]): void {
    this.#database.run(
      'UPDATE pin SET kept_off = ? WHERE server = ? AND account = ? AND what = ? AND name = ?',
      [...new Set([...keptOff, ...hashes])].slice(-KEPT_OFF).join(' '),
      serverId,
      accountId,
      what,
      name,
    )
  }

  wantAgain(serverId: ServerId): void {
    this.#database.run('UPDATE pin SET kept_off = NULL WHERE server = ?', serverId)
  }

  rename(from: ServerId, to: ServerId): void {
    this.forget(to)
    this.#database.run('UPDATE pin SET server = ? WHERE server = ?', to, from)
  }

  forget(serverId: ServerId): void {
    this.#database.run('DELETE FROM pin WHERE server = ?', serverId)
  }

  servers(): readonly ServerId[] {
    return this.#database.all('SELECT DISTINCT server FROM pin').map(({ server }) => ServerId.parse(server))
  }
}

/** Checks only for damage, because Parley itself wrote the text. */
function parse(text: string, what: PinnedDefinition['what']): PinnedDefinition | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isDefinition(value) && value.what === what ? value : undefined
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

function isClaims(value: unknown): value is ToolAnnotations {
  return isRecord(value)
}

function isDefinition(value: unknown): value is PinnedDefinition {
  if (!isRecord(value) || typeof value['hash'] !== 'string') return false
  return value['what'] === 'tool' ? isRecord(value['inputSchema']) : value['what'] === 'instructions' && typeof value['text'] === 'string'
}

/** Pure: since when one of these pins has this hash and is accepted, in milliseconds since 1970. */
export function acceptedSince(pins: readonly Pin[], hash: string): number | undefined {
  const times = pins.filter((pin) => pin.hash === hash && !pin.added).map(({ accepted }) => accepted)
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Pure: the hashes among these pins of one tool that are accepted only since a later moment, in milliseconds since 1970. */
export function acceptedLater(pins: readonly Pin[], at: number): readonly string[] {
  return pins.map(({ hash }) => hash).filter((hash) => (acceptedSince(pins, hash) ?? at) > at)
}
