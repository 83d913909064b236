import { forbiddenError } from '../approvals/forbiddenError'
import type { Tool } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import type { ToolResult } from '../../shared/domain/toolResult'
import { JsonObject } from '../../shared/lib/jsonSchema'
import type { ApprovalBroker } from '../approvals/approvalBroker'
import type { ConnectionPool } from '../connections/connectionPool'

export interface DirectCallsDeps {
  readonly pool: Pick<ConnectionPool, 'ask' | 'callTool'>
  readonly approvals: Pick<ApprovalBroker, 'forbidden'>
  readonly servers: { get(serverId: ServerId): ServerConfig }
  /** Returns a tool as its server lists it, or as it was when it was accepted. */
  readonly toolOf: (serverId: ServerId, name: string) => Tool | undefined
  /** Returns whether the policy has any rules about calls. */
  readonly hasLockedRules: () => boolean
}

/**
 * Requests that a person makes outside of a conversation, such as from the command line. No question is asked. Calls that the policy
 * forbids are refused.
 */
export class DirectCalls {
  readonly #deps: DirectCallsDeps

  constructor(deps: DirectCallsDeps) {
    this.#deps = deps
  }

  /**
   * Sends a request to a server and returns its answer unchanged.
   * @throws {AppError} POLICY for a tool that the policy forbids, and the server's own errors
   */
  ask: ConnectionPool['ask'] = async (request, signal) => {
    if (request.method === 'tools/call') await this.#refuseForbidden(request.serverId, request.params.name, request.params.arguments)
    return this.#deps.pool.ask(request, signal)
  }

  /**
   * Runs a tool like a turn does.
   * @throws {AppError} POLICY when the policy forbids it, and the server's own errors
   */
  callTool: ConnectionPool['callTool'] = async (request, signal): Promise<ToolResult> => {
    await this.#refuseForbidden(request.serverId, request.tool, request.arguments)
    return this.#deps.pool.callTool(request, signal)
  }

  async #refuseForbidden(serverId: ServerId, name: string, args: unknown): Promise<void> {
    const { approvals, servers, toolOf, hasLockedRules } = this.#deps
    if (!hasLockedRules()) return
    const tool = toolOf(serverId, name) ?? { name, hash: '', inputSchema: {} }
    const why = await approvals.forbidden({ server: servers.get(serverId), tool, arguments: JsonObject.parse(args ?? {}) })
    if (!why) return
    throw forbiddenError(why)
  }
}
