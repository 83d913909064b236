import * as z from 'zod'
import { AppGrant, type GrantedThing, type LastingAppGrant } from '../../shared/domain/apps/app'
import type { ServerId } from '../../shared/domain/ids'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { json, ownText } from '../storage/columnSchemas'
import type { Row } from '../storage/database'
import { isNothing } from './appPolicy'

/** The part of the database that grants use. */
export interface GrantDatabase {
  run(sql: string, ...params: (string | number)[]): void
  all(sql: string, ...params: string[]): readonly Row[]
}

const GrantRow = z.object({ server: ownText<ServerId>(), uri: z.string(), hash: z.string(), granted: json(AppGrant), at: z.number() })

/** An interface of a server, as it is now. */
export interface GrantSubject {
  readonly serverId: ServerId
  readonly uri: string
  readonly hash: string
}

/** Owner of what a person granted always to interfaces of servers, on disk. */
export class AppGrants {
  readonly changes = new Emitter<void>()
  readonly #db: GrantDatabase
  readonly #clock: Pick<Clock, 'now'>

  constructor({ database, clock }: { readonly database: GrantDatabase; readonly clock: Pick<Clock, 'now'> }) {
    this.#db = database
    this.#clock = clock
  }

  all(): readonly LastingAppGrant[] {
    return this.#rows('SELECT * FROM app_grant ORDER BY server, uri').map(({ server, uri, granted, at }) => ({
      serverId: server,
      resourceUri: uri,
      grant: granted,
      grantedAt: at,
    }))
  }

  /** Whether anything is granted to what was the interface under an address. */
  has(serverId: ServerId, uri: string): boolean {
    return this.#rows('SELECT * FROM app_grant WHERE server = ? AND uri = ?', serverId, uri).length > 0
  }

  /** What is granted to an interface. One that has become another one loses what was granted to it. */
  find({ serverId, uri, hash }: GrantSubject): AppGrant | undefined {
    const [row] = this.#rows('SELECT * FROM app_grant WHERE server = ? AND uri = ?', serverId, uri)
    if (!row || row.hash === hash) return row?.granted
    this.#remove(serverId, uri)
    this.changes.emit()
    return undefined
  }

  save({ serverId, uri, hash }: GrantSubject, grant: AppGrant): void {
    if (isNothing(grant)) this.#remove(serverId, uri)
    else
      this.#db.run(
        'INSERT OR REPLACE INTO app_grant (server, uri, hash, granted, at) VALUES (?, ?, ?, ?, ?)',
        serverId,
        uri,
        hash,
        JSON.stringify(grant),
        this.#clock.now(),
      )
    this.changes.emit()
  }

  /** Takes back one thing, or everything. Returns the interfaces that had it. */
  takeBack(serverId: ServerId, uri?: string, thing?: GrantedThing): ReadonlySet<string> {
    const had = new Set<string>()
    for (const row of this.#rows('SELECT * FROM app_grant WHERE server = ?', serverId)) {
      if (uri !== undefined && row.uri !== uri) continue
      const left = thing === undefined ? undefined : without(row.granted, thing)
      if (left && JSON.stringify(left) === JSON.stringify(row.granted)) continue
      had.add(row.uri)
      if (!left || isNothing(left)) this.#remove(serverId, row.uri)
      else this.#db.run('UPDATE app_grant SET granted = ? WHERE server = ? AND uri = ?', JSON.stringify(left), serverId, row.uri)
    }
    if (had.size > 0) this.changes.emit()
    return had
  }

  /** Moves the grants to the new name of a server. */
  renameServer(from: ServerId, to: ServerId): void {
    this.#db.run('UPDATE OR REPLACE app_grant SET server = ? WHERE server = ?', to, from)
    this.changes.emit()
  }

  /** Another server takes over the name. */
  forgetServer(serverId: ServerId): void {
    this.#db.run('DELETE FROM app_grant WHERE server = ?', serverId)
    this.changes.emit()
  }

  /** Forgets the grants of servers that are gone for good. */
  keepOnly(servers: ReadonlySet<ServerId>): void {
    for (const { serverId } of this.all()) if (!servers.has(serverId)) this.forgetServer(serverId)
  }

  #remove(serverId: ServerId, uri: string): void {
    this.#db.run('DELETE FROM app_grant WHERE server = ? AND uri = ?', serverId, uri)
  }

  /** A row that cannot be read grants nothing. */
  #rows(sql: string, ...params: string[]): readonly z.infer<typeof GrantRow>[] {
    return this.#db.all(sql, ...params).flatMap((row) => GrantRow.safeParse(row).data ?? [])
  }
}

function without(grant: AppGrant, thing: GrantedThing): AppGrant {
  switch (thing.kind) {
    case 'origin':
      return { ...grant, origins: grant.origins.filter((origin) => origin !== thing.origin) }
    case 'ownCode':
      return { ...grant, ownCode: false }
    case 'redirects':
      return { ...grant, redirects: false }
    case 'permission':
      return { ...grant, permissions: grant.permissions.filter((permission) => permission !== thing.permission) }
  }
}
