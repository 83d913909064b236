import type { Tool } from '../../shared/domain/catalog'
import type { ProfileId, ServerId } from '../../shared/domain/ids'

/** What connections need of the owner of what the user accepted of servers. */
export interface DefinitionGate {
  /** The lists of a server were read; told before anything in them can be used. */
  seen(
    serverId: ServerId,
    offer: { readonly profile: ProfileId | undefined; readonly tools: readonly Tool[]; readonly instructions: string | undefined },
  ): void
  /** @throws {AppError} CONFLICT where a tool is another one than the user accepted. */
  requireAccepted(serverId: ServerId, tool: Tool): void
}
