import type { ConnectionStates } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerConfig, ServerList } from '../../shared/domain/server'
import type { AppErrorData } from '../../shared/errors/appError'

/** Restarts servers whose start failed because something was missing that is available now. */
export class FailedStartRetrier {
  readonly #registry: { list(): Pick<ServerList, 'servers'> }
  readonly #pool: { states(): ConnectionStates; start(serverId: ServerId): Promise<void> }

  constructor(deps: {
    readonly registry: { list(): Pick<ServerList, 'servers'> }
    readonly pool: { states(): ConnectionStates; start(serverId: ServerId): Promise<void> }
  }) {
    this.#registry = deps.registry
    this.#pool = deps.pool
  }

  /** Called when the vault has been opened. */
  vaultOpened(): void {
    this.#startAgain(({ code }) => code === 'SECRETS_LOCKED')
  }

  /** Called when the person has signed in to the organisation's identity provider. */
  idpSignedIn(): void {
    this.#startAgain(({ code }, { auth }) => code === 'SIGN_IN_FAILED' && auth.kind === 'enterprise')
  }

  #startAgain(isMeant: (error: AppErrorData, server: ServerConfig) => boolean): void {
    const states = this.#pool.states()
    for (const server of this.#registry.list().servers) {
      const state = states[server.id]
      if (state?.phase !== 'failed' || !isMeant(state.error, server)) continue
      // If the start fails again, the server's state says why.
      void this.#pool.start(server.id).catch(() => undefined)
    }
  }
}
