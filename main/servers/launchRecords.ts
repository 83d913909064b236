import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { ServerId } from '../../shared/domain/ids'
import type { ConfigValue } from '../../shared/domain/configValue'
import { Launch } from '../../shared/domain/server'
import { canonicalJson } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { Database } from '../storage/database'

const Row = z.object({
  hash: z.string().nullable(),
  record: z.string().nullable(),
  approved_at: z.number().nullable(),
  trusted: z.number(),
  /** The file that the command of a local server meant when it was approved. */
  binary: z.string().nullable(),
})

/** Everything that is kept of one server, to put it back after an undo. */
export type LaunchRecord = z.infer<typeof Row>

const FIRST_USE = 'servers-first-read'
/** Shown in place of an earlier value that is not kept. */
export const anotherValue = '(another value)'

/**
 * The owner of what the user approved to run: one full launch per server, by hash, and whether its words are believed. Only the user
 * adds to it. An entry of `servers.json` without a record here, or with another one, does not start.
 */
export class LaunchRecords {
  /** After anything was approved, believed or forgotten. */
  readonly changes = new Emitter<void>()
  /** Another program answers to this name from now on: what was allowed to the one before is not allowed to it. */
  readonly replaced = new Emitter<ServerId>()
  readonly #database: Database
  readonly #clock: Clock

  constructor(options: { readonly database: Database; readonly clock: Clock }) {
    this.#database = options.database
    this.#clock = options.clock
    // A damaged database is replaced by an empty one: that is not a new data folder, and nothing in it is approved.
    if (this.#database.problem) this.#rememberFirstUse()
  }

  /** True only for exactly this launch: command, arguments, folder, every variable with its value; or URL, headers and transport. */
  approved(id: ServerId, launch: Launch): boolean {
    return this.#row(id)?.hash === hashOf(launch)
  }

  /** What was approved before. Values that are not the same as in `now` cannot be shown: only their hashes are kept. */
  previous(id: ServerId, now?: Launch): Launch | undefined {
    const record = this.#row(id)?.record
    return record === null || record === undefined ? undefined : shown(Launch.parse(JSON.parse(record)), now)
  }

  /**
   * The user said yes. Where another launch was approved before, and this is not the user's own edit of it, the trust ends: it was given
   * to something else.
   */
  approve(id: ServerId, launch: Launch, options: { readonly ownEdit?: boolean; readonly file?: string } = {}): void {
    const before = this.#row(id)
    const hash = hashOf(launch)
    const isSame = before?.hash === hash || (options.ownEdit === true && typeof before?.hash === 'string')
    const trusted = before && (isSame || before.hash === null) ? before.trusted : 0
    // What it means now is looked up before it starts.
    const binary = options.file ?? (before?.hash === hash ? before.binary : null)
    this.#put(id, { hash, record: JSON.stringify(kept(launch)), approved_at: this.#clock.now(), trusted, binary })
    if (!isSame) this.replaced.emit(id)
  }

  /** The file that was approved as what the command means; undefined where that is not known yet. */
  file(id: ServerId): string | undefined {
    return this.#row(id)?.binary ?? undefined
  }

  /** The command of an approved launch is about to run for the first time, or for the first time since Parley looks at this. */
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

  /** Forgets a server that the user removed. Returns what `putBack` needs for the undo. */
  take(id: ServerId): LaunchRecord | undefined {
    const row = this.#row(id)
    this.#database.run('DELETE FROM launch WHERE server = ?', id)
    if (row) this.changes.emit()
    return row
  }

  putBack(id: ServerId, record: LaunchRecord): void {
    this.#put(id, record)
  }

  /** Approves what the file holds when its data folder is used for the first time, which is the user's word; never again after that. */
  approveFirst(servers: readonly { readonly id: ServerId; readonly launch: Launch }[]): void {
    // Looked at without a transaction, which would wait for every other process that writes: this is asked at every change of the file.
    if (this.#wasUsed()) return
    this.#database.transaction(() => {
      if (this.#wasUsed()) return
      this.#rememberFirstUse()
      for (const { id, launch } of servers) this.approve(id, launch)
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

function hashOf(launch: Launch): string {
  return sha256(canonicalJson(launch))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The record as it is kept: plain values of variables and headers may be secrets, so only their hashes are written. */
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
