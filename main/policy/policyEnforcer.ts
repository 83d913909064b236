import type { ConnectionStates } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerConfig, ServerList } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { errorMessage } from '../../shared/i18n/errorText'
import type { Message } from '../../shared/i18n/message'
import { log } from '../lib/log'

export interface PolicyEnforcerDeps {
  readonly servers: { list(): Pick<ServerList, 'servers'> }
  readonly pool: {
    states(): ConnectionStates
    start(serverId: ServerId): Promise<void>
    stop(serverId: ServerId): Promise<void>
  }
  /** Ends the open questions of a server, with the reason. */
  readonly withdrawQuestions: (serverId: ServerId, reason: Message) => void
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

  async #stopForbidden(server: ServerConfig): Promise<void> {
    const { mayRun, withdrawQuestions, quitting } = this.#deps
    try {
      await mayRun(server, quitting)
    } catch (thrown) {
      if (quitting.aborted) return
      log('info', 'The policy ends a server', { server: server.id, error: AppError.from(thrown) })
      withdrawQuestions(server.id, errorMessage(AppError.from(thrown)))
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
