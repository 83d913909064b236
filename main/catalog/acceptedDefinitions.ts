import type { Tool } from '../../shared/domain/catalog'
import type { AccountId, ServerId } from '../../shared/domain/ids'

/** The offer of a server to one of its accounts. */
interface Offer {
  readonly accountId: AccountId | undefined
  readonly tools: readonly Tool[]
  readonly instructions: string | undefined
}

/** Access to the owner of what the user accepted, as connections need it. */
export interface AcceptedDefinitions {
  /** Does the slow work for a server's lists before they are offered, without blocking anything else. */
  prepare(serverId: ServerId, offer: Offer): Promise<void>
  /** Reports the lists that were read from a server, before anything in them can be used. */
  seen(serverId: ServerId, offer: Offer): void
  /** @throws {AppError} CONFLICT when a tool differs from the one that the user accepted. */
  requireAccepted(serverId: ServerId, tool: Tool): void
}
