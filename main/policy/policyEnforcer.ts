import type { ConnectionStates } from '../../shared/domain/connection'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerDefinition, ServerList } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { log } from '../lib/log'

export interface PolicyEnforcerDeps {
  readonly servers: { list(): Pick<ServerList, 'servers'> }
  readonly pool: {
    states(): ConnectionStates
    start(serverId: ServerId): Promise<void>
    stop(serverId: ServerId): Promise<void>
  }
  /** @throws {AppError} POLICY where the policy forbids it */
  readonly mayRun: (server: ServerDefinition, signal: AbortSignal) => Promise<void>
  /** Whether what the policy alone kept from starting is started; beside a window that is the window's. */
  readonly startsServers: boolean
  /** When it aborts, nothing is stopped any more: every server ends anyway. */
  readonly quitting: AbortSignal
}

/** Brings running servers in line with a policy that has changed: what may not run any more is stopped, what may run again starts. */
export class PolicyEnforcer {
  readonly #deps: PolicyEnforcerDeps

  constructor(deps: PolicyEnforcerDeps) {
    this.#deps = deps
  }

  /** The policy is another one. */
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

  async #stopForbidden(server: ServerDefinition): Promise<void> {
    const { mayRun, quitting } = this.#deps
    try {
      await mayRun(server, quitting)
    } catch (thrown) {
      if (quitting.aborted) return
      log('info', 'The policy ends a server', { server: server.id, error: AppError.from(thrown) })
      await this.#deps.pool.stop(server.id)
      // Why it does not start again is what its card says then.
      this.#startQuietly(server.id)
    }
  }

  #startQuietly(serverId: ServerId): void {
    // Why it does not start is part of its state.
    void this.#deps.pool.start(serverId).catch(() => undefined)
  }
}
