import type { SignInTarget } from '../../../shared/domain/account'
import type { ServerId } from '../../../shared/domain/ids'
import { withoutSent } from '../../../shared/domain/launch/sentIdentity'
import type { ServerConfig } from '../../../shared/domain/server'
import type { IdentityProvider } from '../../../shared/domain/serverAuth'
import type { Settings } from '../../../shared/domain/settings'

/** The former owner of the tokens. Its configuration holds the client authentication and the addresses that a person typed. */
export type FormerHolder = Pick<ServerConfig, 'launch' | 'auth'> | IdentityProvider | undefined

export interface FormerHolderDeps {
  readonly registry: { get(id: ServerId): ServerConfig }
  readonly settings: { settings(): Settings }
  /** Whether what a server's entry sends to sign in may be sent. */
  readonly maySend: (server: ServerConfig) => boolean
}

/** The holder whose tokens are to be revoked, without what its entry would send there though nobody agreed to that. @throws {AppError} NOT_FOUND */
export function formerHolder(target: SignInTarget, { registry, settings, maySend }: FormerHolderDeps): FormerHolder {
  if (target.kind === 'idp') return settings.settings().signIn.idp
  const server = registry.get(target.serverId)
  return maySend(server) ? server : withoutSent(server)
}
