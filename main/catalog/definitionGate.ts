import type { Tool } from '../../shared/domain/catalog'
import type { AccountId, ServerId } from '../../shared/domain/ids'

/** What a server offers one of its accounts. */
interface Offer {
  readonly accountId: AccountId | undefined
  readonly tools: readonly Tool[]
  readonly instructions: string | undefined
}

/** What connections need of the owner of what the user accepted of servers. */
export interface DefinitionGate {
  /** The lists of a server are about to be told: what takes long of that is done, without holding up anybody. */
  prepare(serverId: ServerId, offer: Offer): Promise<void>
  /** The lists of a server were read; told before anything in them can be used. */
  seen(serverId: ServerId, offer: Offer): void
  /** @throws {AppError} CONFLICT where a tool is another one than the user accepted. */
  requireAccepted(serverId: ServerId, tool: Tool): void
}
