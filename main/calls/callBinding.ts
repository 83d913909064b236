import type { Era } from '../../shared/domain/connectionState'
import type { AccountId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { CallRequest } from './activeCall'
import { targetHash, type CallContext } from './callContext'
import { launchHash } from '../session/launchHash'
import type { ProtocolSession } from '../session/protocolSession'
import { retryUntilConnected } from './retryUntilConnected'
import { requireTool } from './requireTool'

/** The server state with which a call began. */
export interface CallBeginning {
  readonly era: Era
  readonly accountId: AccountId | undefined
  /** Hash of the launch and the account. It is a function because most calls have one round and never need it. */
  readonly launchHash: () => string
  /** The tool that is called; absent for other requests. */
  readonly tool?: Pick<CallRequest, 'tool' | 'definitionHash'> | undefined
}

/** What a call is compared with before each later round. */
export type BindingContext = Pick<CallContext, 'clock' | 'target' | 'definitions'>

/** Binds a call to where it began. Its later rounds go to the same server, as the same account, for the same tool. */
export class CallBinding {
  readonly #context: BindingContext
  readonly #beginning: CallBeginning

  constructor(context: BindingContext, beginning: CallBeginning) {
    this.#context = context
    this.#beginning = beginning
  }

  /** Binds a call to the server as it is now. */
  static now(context: BindingContext, { era }: ProtocolSession, tool?: CallBeginning['tool']): CallBinding {
    const { definition, callingAccountId: accountId } = context.target
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
   * @throws {AppError} INTERRUPTED or CONFLICT when the server or the tool has changed, or the reason why the server was away for too long.
   */
  run<T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { clock, target } = this.#context
    const runOnSame = async (session: ProtocolSession): Promise<T> => {
      this.#requireSame(session)
      return run(session)
    }
    return retryUntilConnected(
      { clock, onSession: (begin, end) => target.withSession(begin, end), isOver: () => this.broken() },
      runOnSame,
      signal,
    )
  }

  /** Returns why no later round can be sent, or undefined if it can. */
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
