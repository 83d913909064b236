import type { ConnectionStates } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerConfig, ServerList } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'
import { log } from '../lib/log'
import { explainRefusal } from './policyRefusal'

export interface PolicyEnforcerDeps {
  readonly servers: { list(): Pick<ServerList, 'servers'> }
  readonly pool: {
    states(): ConnectionStates
    start(serverId: ServerId): Promise<void>
    stop(serverId: ServerId): Promise<void>
  }
  /** Ends the open questions of a server, with the reason and whom to ask. */
  readonly withdrawQuestions: (serverId: ServerId, forbidden: { readonly why: Message; readonly ask: Message }) => void
  /** @throws {AppError} POLICY if the policy forbids it */
  readonly mayRun: (server: ServerConfig, signal: AbortSignal) => Promise<void>
  /** Whether this process starts servers that only the policy had kept from starting. Next to a window, the window does that. */
  readonly startsServers: boolean
  /** After it aborts, nothing is stopped, because every server ends anyway. */
  readonly quitting: AbortSignal
}

/** Applies a changed policy to running servers: stops those that are now forbidden, and starts those that are allowed again. */
export class PolicyEnforcer {
  readonly #deps: PolicyEnforcerDeps
  /** The servers that the policy keeps from running, by their last states. */
  readonly #forbidden = new Set<ServerId>()

  constructor(deps: PolicyEnforcerDeps) {
    this.#deps = deps
  }

  /** Call it after the policy changed. */
  policyChanged(): void {
    const states = this.#deps.pool.states()
    for (const server of this.#deps.servers.list().servers) {
      const state = states[server.id]
      const wasForbidden = state?.phase === 'failed' && state.error.code === 'POLICY'
      if (wasForbidden && this.#deps.startsServers) this.#startQuietly(server.id)
      if (wasForbidden || !state || state.phase === 'disabled' || state.phase === 'stopped') continue
      void this.#stopForbidden(server)
    }
  }

  /**
   * Call it with each change. Which version of MCP a server speaks is known only once it is connected again, so a policy may turn out only
   * then to forbid it. Until then its questions stay open.
   */
  statesChanged(states: ConnectionStates): void {
    for (const { id } of this.#deps.servers.list().servers) {
      const state = states[id]
      if (state?.phase !== 'failed' || state.error.code !== 'POLICY') this.#forbidden.delete(id)
      else if (!this.#forbidden.has(id)) {
        this.#forbidden.add(id)
        this.#deps.withdrawQuestions(id, explainRefusal(state.error))
      }
    }
  }

  async #stopForbidden(server: ServerConfig): Promise<void> {
    const { mayRun, withdrawQuestions, quitting } = this.#deps
    try {
      await mayRun(server, quitting)
    } catch (thrown) {
      if (quitting.aborted) return
      log('info', 'The policy ends a server', { server: server.id, error: AppError.from(thrown) })
      withdrawQuestions(server.id, explainRefusal(AppError.from(thrown)))
      await this.#deps.pool.stop(server.id)
      // If it does not start again, its card shows why.
      this.#startQuietly(server.id)
    }
  }

  #startQuietly(serverId: ServerId): void {
    // The server's state shows why it does not start.
    void this.#deps.pool.start(serverId).catch(() => undefined)
  }
}
