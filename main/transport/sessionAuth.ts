import type { FetchLike } from '@modelcontextprotocol/client'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import type { Emitter } from '../lib/emitter'
import type { AuthRefusal } from './authRefusal'

/** Authenticates requests to one server during one session. It looks up the credentials at each request, so new ones need no restart. */
export interface SessionAuth {
  /**
   * Adds credentials to each request to the server's own origin. Renews them before they expire, and once after a refusal. If the server
   * still refuses, calls `onRefused` in the context of the request and returns the refusal unchanged.
   */
  wrap(next: FetchLike, onRefused: (refusal: AuthRefusal) => void): FetchLike
}

/** Provides the credentials of sessions. */
export interface AuthSource {
  /** Returns the authentication for one account of a server, or for its default account. Undefined for a local server. */
  forSession(definition: ServerConfig, accountId: AccountId | undefined): SessionAuth | undefined
}

/** The accounts, as connections need to know them. */
export interface AccountSource {
  /** The account to use when none is named. Every remote server has one. */
  defaultAccount(serverId: ServerId): AccountId
  /** @throws {AppError} NOT_FOUND when the server has no such account (any more). */
  find(serverId: ServerId, accountId: AccountId): unknown
  readonly changes: Emitter<void>
  /** Emits after new credentials were stored. */
  readonly signedIn: Emitter<{ readonly serverId: ServerId; readonly accountId: AccountId }>
}

/** Shows a person that a server waits for a sign-in that no call waits for. One quiet question for each account. */
export interface SignInOffers {
  offer(serverId: ServerId, accountId: AccountId, refusal: AuthRefusal): void
  /** Withdraws the question: the server answers, or no one wants to reach it. */
  withdraw(serverId: ServerId, accountId: AccountId): void
}
