import type { ConnectionStates } from '../../shared/domain/connection'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerDefinition, ServerList } from '../../shared/domain/server'
import type { AppErrorData } from '../../shared/errors/appError'

/** Starts servers again that could not start for want of something that is there now. */
export class FailedStarts {
  readonly #registry: { list(): Pick<ServerList, 'servers'> }
  readonly #pool: { states(): ConnectionStates; start(serverId: ServerId): Promise<void> }

  constructor(deps: {
    readonly registry: { list(): Pick<ServerList, 'servers'> }
    readonly pool: { states(): ConnectionStates; start(serverId: ServerId): Promise<void> }
  }) {
    this.#registry = deps.registry
    this.#pool = deps.pool
  }

  /** The vault is open now. */
  vaultOpened(): void {
    this.#startAgain(({ code }) => code === 'SECRETS_LOCKED')
  }

  /** The person is signed in to the organisation's identity provider now. */
  idpSignedIn(): void {
    this.#startAgain(({ code }, { auth }) => code === 'SIGN_IN_FAILED' && auth.kind === 'enterprise')
  }

  #startAgain(isMeant: (error: AppErrorData, server: ServerDefinition) => boolean): void {
    const states = this.#pool.states()
    for (const server of this.#registry.list().servers) {
      const state = states[server.id]
      if (state?.phase !== 'failed' || !isMeant(state.error, server)) continue
      // Why it does not start this time is part of its state.
      void this.#pool.start(server.id).catch(() => undefined)
    }
  }
}
