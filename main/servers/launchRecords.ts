import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { ServerId } from '../../shared/domain/ids'
import type { ConfigValue } from '../../shared/domain/configValue'
import { sentIdentity } from '../../shared/domain/launch/sentIdentity'
import { Launch, type ServerConfig } from '../../shared/domain/server'
import type { ServerAuth } from '../../shared/domain/serverAuth'
import { canonicalJson } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { Database } from '../storage/database'

const Row = z.object({
  hash: z.string().nullable(),
  record: z.string().nullable(),
  approved_at: z.number().nullable(),
  trusted: z.number(),
  /** The file that the command of a local server resolved to when it was approved. */
  binary: z.string().nullable(),
})

/** All stored data of one server, so that an undo can restore it. */
export type LaunchRecord = z.infer<typeof Row>

const FIRST_USE = 'servers-first-read'
/** Shown instead of an earlier value that was not stored. */
export const anotherValue = '(another value)'

/**
 * The owner of the launches that the user approved: one full launch per server, by hash, and whether the user trusts the server. Only the
 * user can add to it. An entry of `servers.json` does not start without a matching record.
 */
export class LaunchRecords {
  /** Emits after an approval, a change of trust, a rename or a removal. */
  readonly changes = new Emitter<void>()
  /** Emits when another program takes over a server's name. Permissions of the previous program do not apply to it. */
  readonly replaced = new Emitter<ServerId>()
  /** Emits after an approval. The same launch may run another file than before. */
  readonly approvals = new Emitter<ServerId>()
  readonly #database: Database
  readonly #clock: Clock

  constructor(options: { readonly database: Database; readonly clock: Clock }) {
    this.#database = options.database
    this.#clock = options.clock
    // A damaged database is replaced by an empty one. That does not count as a new data folder, so nothing is approved automatically.
    if (this.#database.problem) this.#rememberFirstUse()
  }

  /**
   * True only for exactly this launch: command, arguments, folder, every variable with its value; or URL, headers and transport, and what is
   * sent of the person's own to sign in there.
   */
  approved(id: ServerId, launch: Launch, auth?: ServerAuth): boolean {
    const row = this.#row(id)
    // What was agreed to with something that is sent is agreed to without it too.
    return row?.hash === hashOf(launch, auth) || (!sentIdentity(auth) && isSameLaunch(row, launch))
  }

  /** Whether exactly this launch was approved, whatever was sent there to sign in. */
  approvedLaunch(id: ServerId, launch: Launch): boolean {
    return isSameLaunch(this.#row(id), launch)
  }

  /** Returns the launch that was approved before. Values that differ from `now` cannot be shown, because only their hashes are stored. */
  previous(id: ServerId, now?: Launch): Launch | undefined {
    const record = this.#row(id)?.record
    return record === null || record === undefined ? undefined : shown(Launch.parse(JSON.parse(record)), now)
  }

  /**
   * Records the user's approval. If no launch or another one was approved before, and this is not the user's own edit of that, the trust ends,
   * because it belonged to another program, or to one that nobody had looked at. The same launch with another way to sign in is the same
   * program.
   */
  approve(
    id: ServerId,
    launch: Launch,
    options: { readonly auth?: ServerAuth | undefined; readonly ownEdit?: boolean; readonly file?: string } = {},
  ): void {
    const before = this.#row(id)
    const hash = hashOf(launch, options.auth)
    const isSame = isSameLaunch(before, launch) || (options.ownEdit === true && typeof before?.hash === 'string')
    const trusted = before && isSame ? before.trusted : 0
    // If unknown, the file is looked up before the first start.
    const binary = options.file ?? (isSameLaunch(before, launch) ? (before?.binary ?? null) : null)
    this.#put(id, { hash, record: JSON.stringify(kept(launch)), approved_at: this.#clock.now(), trusted, binary })
    if (!isSame) this.replaced.emit(id)
    this.approvals.emit(id)
  }

  /** Returns the file that the approved command resolved to. Returns undefined when it is not known yet. */
  file(id: ServerId): string | undefined {
    return this.#row(id)?.binary ?? undefined
  }

  /** Records the file of an approved launch that was approved without one, before it runs for the first time with this check. */
  rememberFile(id: ServerId, file: string): void {
    this.#database.run('UPDATE launch SET binary = ? WHERE server = ?', file, id)
  }

  trusted(id: ServerId): boolean {
    return this.#row(id)?.trusted === 1
  }

  allTrusted(): ReadonlySet<string> {
    return new Set(this.#database.all('SELECT server FROM launch WHERE trusted = 1').map(({ server }) => String(server)))
  }

  setTrusted(id: ServerId, trusted: boolean): void {
    const before = this.#row(id) ?? { hash: null, record: null, approved_at: null, binary: null }
    this.#put(id, { ...before, trusted: trusted ? 1 : 0 })
  }

  rename(from: ServerId, to: ServerId): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM launch WHERE server = ?', to)
      this.#database.run('UPDATE launch SET server = ? WHERE server = ?', to, from)
    })
    this.changes.emit()
  }

  /** Deletes the record of a server that the user removed. Returns the data that `putBack` needs for the undo. */
  take(id: ServerId): LaunchRecord | undefined {
    const row = this.#row(id)
    this.#database.run('DELETE FROM launch WHERE server = ?', id)
    if (row) this.changes.emit()
    return row
  }

  putBack(id: ServerId, record: LaunchRecord): void {
    this.#put(id, record)
  }

  /**
   * Approves the servers in the file when its data folder is used for the first time. At that moment the file counts as the user's own
   * choice; later it never does.
   */
  approveFirst(servers: readonly Pick<ServerConfig, 'id' | 'launch' | 'auth'>[]): void {
    // The first check runs without a transaction, because a transaction waits for every other writing process. This method runs at every
    // change of the file.
    if (this.#wasUsed()) return
    this.#database.transaction(() => {
      if (this.#wasUsed()) return
      this.#rememberFirstUse()
      for (const { id, launch, auth } of servers) this.approve(id, launch, { auth })
    })
  }

  #wasUsed(): boolean {
    return this.#database.get('SELECT value FROM fact WHERE name = ?', FIRST_USE) !== undefined
  }

  #rememberFirstUse(): void {
    this.#database.run('INSERT OR IGNORE INTO fact (name, value) VALUES (?, ?)', FIRST_USE, String(this.#clock.now()))
  }

  #row(id: ServerId): LaunchRecord | undefined {
    const row = this.#database.get('SELECT hash, record, approved_at, trusted, binary FROM launch WHERE server = ?', id)
    return row && Row.parse(row)
  }

  #put(id: ServerId, row: LaunchRecord): void {
    this.#database.run(
      `INSERT INTO launch (server, hash, record, approved_at, trusted, binary) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (server) DO UPDATE SET hash = excluded.hash, record = excluded.record, approved_at = excluded.approved_at,
       trusted = excluded.trusted, binary = excluded.binary`,
      id,
      row.hash,
      row.record,
      row.approved_at,
      row.trusted,
      row.binary,
    )
    this.changes.emit()
  }
}

function isSameLaunch(row: LaunchRecord | undefined, launch: Launch): boolean {
  if (typeof row?.hash !== 'string' || row.record === null) return false
  return canonicalJson(JSON.parse(row.record)) === canonicalJson(kept(launch))
}

/** A launch for which nothing of the person's own is sent has the hash that it always had. */
function hashOf(launch: Launch, auth: ServerAuth | undefined): string {
  if (launch.kind === 'stdio' || !auth || !sentIdentity(auth)) return sha256(canonicalJson(launch))
  // Which rights are asked for, and how, is no question of who gets the secret.
  const { scopes: _scopes, ...identity } = auth
  return sha256(canonicalJson([launch, { ...identity, withoutPkce: null }]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns the record as it is stored. Plain values of variables and headers may be secrets, so only their hashes are written. */
function kept(launch: Launch): Launch {
  return mapValues(launch, (_name, value) => (typeof value === 'string' ? sha256(value) : value))
}

function shown(record: Launch, now: Launch | undefined): Launch {
  const current = now && valuesOf(now)
  return mapValues(record, (name, value) => {
    if (typeof value !== 'string') return value
    const same = current && Object.hasOwn(current, name) ? current[name] : undefined
    return typeof same === 'string' && sha256(same) === value ? same : anotherValue
  })
}

function valuesOf(launch: Launch): Record<string, ConfigValue> {
  return launch.kind === 'stdio' ? launch.env : launch.headers
}

function mapValues(launch: Launch, change: (name: string, value: ConfigValue) => ConfigValue): Launch {
  const values = Object.fromEntries(Object.entries(valuesOf(launch)).map(([name, value]) => [name, change(name, value)]))
  return launch.kind === 'stdio' ? { ...launch, env: values } : { ...launch, headers: values }
}
