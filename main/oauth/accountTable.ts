import * as z from 'zod'
import type { SignInTarget } from '../../shared/domain/account'
import { AccountId, type ServerId } from '../../shared/domain/ids'
import type { AuthKind } from '../../shared/domain/serverAuth'
import type { AppErrorData } from '../../shared/errors/appError'
import { json, ownObject, ownText } from '../storage/columnSchemas'
import type { Database } from '../storage/database'
import type { Grant } from './tokens/grant'

/** The key of the identity provider's row, which belongs to no server. */
export const IDP = 'idp'

const Row = z.object({
  id: z.string(),
  // Empty in the identity provider's row, where the server is never read.
  server: ownText<ServerId>(),
  label: z.string(),
  is_default: z.number(),
  issuer: z.string().nullable(),
  resource: z.string().nullable(),
  client_id: z.string().nullable(),
  client: z.enum(['configured', 'document', 'registered']).nullable(),
  signed_in_by: ownText<AuthKind>().nullable(),
  config_hash: z.string().nullable(),
  scopes: json(z.array(z.string())),
  requested_scopes: json(z.array(z.string())),
  who: z.string().nullable(),
  since: z.number().nullable(),
  expires: z.number().nullable(),
  refreshed: z.number().nullable(),
  renews: z.number(),
  key_bound: z.number(),
  ended: z.number(),
  problem: json(ownObject<AppErrorData>()).nullable(),
})

/** What is known about an account without opening the vault. */
export interface AccountRow {
  readonly key: string
  readonly server: ServerId
  readonly label: string
  readonly isDefault: boolean
  /** Facts of the last sign-in. They stay after it ends, so that the next sign-in can be compared with it. */
  readonly grant?: Pick<Grant, 'by' | 'issuer' | 'resource' | 'clientId' | 'client' | 'scopes' | 'requestedScopes' | 'configHash'>
  readonly who?: string
  /** Absent if signed out. */
  readonly since?: number
  readonly expires?: number
  readonly refreshed?: number
  readonly renews: boolean
  readonly keyBound: boolean
  /** Whether the last sign-in ended without the person's doing. */
  readonly ended: boolean
  readonly problem?: AppErrorData
}

/** Account rows in SQLite. They hold everything except secrets, so the screen needs no keychain. */
export class AccountTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  all(): AccountRow[] {
    return this.#database.all('SELECT * FROM account ORDER BY created, rowid').map(parsed)
  }

  find(key: string): AccountRow | undefined {
    const row = this.#database.get('SELECT * FROM account WHERE id = ?', key)
    return row && parsed(row)
  }

  /** False for an account that is not there. */
  isSignedOut(key: string): boolean {
    const row = this.find(key)
    return row !== undefined && row.since === undefined
  }

  ofServer(server: ServerId): AccountRow[] {
    return this.#database.all('SELECT * FROM account WHERE server = ? ORDER BY created, rowid', server).map(parsed)
  }

  /** The first account of a server is its default. */
  add(key: string, server: ServerId | '', label: string, now: number): void {
    this.#database.run(
      `INSERT INTO account (id, server, label, is_default, created)
       VALUES (?, ?, ?, NOT EXISTS (SELECT 1 FROM account WHERE server = ?), ?)`,
      key,
      server,
      label,
      server,
      now,
    )
  }

  /** Adds the first account of a server, unless another process has already added it. */
  addFirst(key: AccountId, server: ServerId, label: string, now: number): void {
    this.#database.transaction(() => {
      if (this.ofServer(server).length === 0) this.add(key, server, label, now)
    })
  }

  rename(key: string, label: string): void {
    this.#database.run('UPDATE account SET label = ? WHERE id = ?', label, key)
  }

  setDefault(server: ServerId, key: string): void {
    this.#database.run('UPDATE account SET is_default = (id = ?) WHERE server = ?', key, server)
  }

  remove(key: string): void {
    this.#database.run('DELETE FROM account WHERE id = ?', key)
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#database.run('UPDATE account SET server = ? WHERE server = ?', to, from)
  }

  /** Records a grant and clears any problem. */
  noteGrant(key: string, grant: Grant, refreshed: number | undefined): void {
    this.#database.run(
      `UPDATE account SET issuer = ?, resource = ?, client_id = ?, client = ?, signed_in_by = ?, config_hash = ?, scopes = ?,
       requested_scopes = ?, who = ?, since = ?, expires = ?, refreshed = ?, renews = ?, key_bound = ?, ended = 0, problem = NULL
       WHERE id = ?`,
      grant.issuer,
      grant.resource,
      grant.clientId,
      grant.client,
      grant.by,
      grant.configHash ?? null,
      JSON.stringify(grant.scopes),
      JSON.stringify(grant.requestedScopes),
      grant.who ?? null,
      grant.since,
      grant.expires ?? null,
      refreshed ?? null,
      Number(grant.by !== 'person' || grant.tokens.refresh_token !== undefined),
      Number(grant.dpopKey !== undefined),
      key,
    )
  }

  /** Records a sign-out; `ended` means that the person did not do it. The scopes requested and the authorization server are kept. */
  noteSignedOut(key: string, ended: boolean, problem?: AppErrorData): void {
    this.#database.run(
      `UPDATE account SET who = NULL, since = NULL, expires = NULL, refreshed = NULL, renews = 0, key_bound = 0, ended = ?, problem = ?
       WHERE id = ?`,
      Number(ended),
      problem ? JSON.stringify(problem) : null,
      key,
    )
  }

  noteProblem(key: string, problem: AppErrorData | undefined): void {
    this.#database.run('UPDATE account SET problem = ? WHERE id = ?', problem ? JSON.stringify(problem) : null, key)
  }
}

function parsed(found: unknown): AccountRow {
  const row = Row.parse(found)
  const { issuer, resource, client, signed_in_by } = row
  return {
    key: row.id,
    server: row.server,
    label: row.label,
    isDefault: row.is_default === 1,
    ...(issuer !== null &&
      resource !== null &&
      client !== null &&
      signed_in_by !== null && {
        grant: {
          by: signed_in_by,
          issuer,
          resource,
          client,
          clientId: row.client_id ?? '',
          scopes: row.scopes,
          requestedScopes: row.requested_scopes,
          ...(row.config_hash !== null && { configHash: row.config_hash }),
        },
      }),
    ...(row.who !== null && { who: row.who }),
    ...(row.since !== null && { since: row.since }),
    ...(row.expires !== null && { expires: row.expires }),
    ...(row.refreshed !== null && { refreshed: row.refreshed }),
    renews: row.renews === 1,
    keyBound: row.key_bound === 1,
    ended: row.ended === 1,
    ...(row.problem !== null && { problem: row.problem }),
  }
}

/** Pure: the sign-in target of a row. */
export function targetOf({ key, server }: AccountRow): SignInTarget {
  return key === IDP ? { kind: 'idp' } : { kind: 'server', serverId: server, accountId: AccountId.parse(key) }
}
