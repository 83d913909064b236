import type { Era } from '../../shared/domain/connection'
import type { AccountId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { CallRequest } from './activeCall'
import { targetHash, type CallContext } from './callContext'
import { launchHash } from '../session/launchHash'
import type { ProtocolSession } from '../session/protocolSession'
import { retryUntilConnected } from './retryUntilConnected'
import { requireTool } from './requireTool'

/** What a call was begun with. */
export interface CallBeginning {
  readonly era: Era
  readonly accountId: AccountId | undefined
  /** Of the launch and the account. Asked for only where a round is kept or a later one is sent: most calls have one round. */
  readonly launchHash: () => string
  /** The tool that was called, where it is the call of one. */
  readonly tool?: Pick<CallRequest, 'tool' | 'definitionHash'> | undefined
}

/** Binds a call to what it was begun with: its later rounds go to the same server, as the same account, for the same tool. */
export class CallBinding {
  readonly #context: CallContext
  readonly #beginning: CallBeginning

  constructor(context: CallContext, beginning: CallBeginning) {
    this.#context = context
    this.#beginning = beginning
  }

  /** To the server as it is now. */
  static now(context: CallContext, { era }: ProtocolSession, tool?: CallBeginning['tool']): CallBinding {
    const { definition, callingProfile: accountId } = context.target
    return new CallBinding(context, { era, accountId, launchHash: () => launchHash(definition.launch, accountId), tool })
  }

  get accountId(): AccountId | undefined {
    return this.#beginning.accountId
  }

  launchHash(): string {
    return this.#beginning.launchHash()
  }

  /**
   * Runs something on a session with the same server, as soon as there is one.
   * @throws {AppError} INTERRUPTED or CONFLICT where the server, or the tool, is another one now; or why the server was away for too long.
   */
  run<T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { clock, target } = this.#context
    const runOnSame = async (session: ProtocolSession): Promise<T> => {
      this.#requireSame(session)
      return run(session)
    }
    return retryUntilConnected(
      { clock, onLink: (begin, end) => target.withSession(begin, end), isOver: () => this.broken() },
      runOnSame,
      signal,
    )
  }

  /** Why no later round can be sent, if none can. */
  broken(): AppError | undefined {
    const { target } = this.#context
    return target.gone() ?? (this.launchHash() === targetHash(target) ? undefined : this.#changed())
  }

  #requireSame(session: ProtocolSession): void {
    const { era, tool } = this.#beginning
    if (session.era !== era) throw this.#changed()
    if (tool) requireTool(this.#context, tool, 'noAnswerSent')
  }

  #changed(): AppError {
    return new AppError('INTERRUPTED', { reason: 'calls.serverChanged', params: { server: this.#context.target.serverId } })
  }
}
