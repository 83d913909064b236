import { SdkHttpError } from '@modelcontextprotocol/client'
import type { Limits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { errorMessage } from '../../shared/i18n/errorText'
import type { MessageParam } from '../../shared/i18n/message'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import { isRefreshFailure, mayPass } from '../session/explainSdkError'
import type { ProtocolSession } from '../session/protocolSession'
import { AuthRefusal } from '../transport/authRefusal'

/** One answer may be lost. A server that is silent twice in a row counts as gone (2025-11-25, ping). */
const CHANCES = 2

export interface PingMonitorDeps {
  readonly clock: Clock
  readonly limits: () => Limits
  /** The server no longer answers, or it needs something from a person first. */
  readonly onLost: (error: AppError) => void
}

/**
 * Asks a quiet server whether it is still there: with `ping` in the 2025 era, with `server/discover` in the 2026 era. Every message from
 * the server is a sign of life. The monitor does not ask while a call runs: the server may be working on it, and the call has its own
 * timeout.
 */
export class PingMonitor {
  readonly #session: ProtocolSession
  readonly #deps: PingMonitorDeps
  readonly #life: AbortSignal
  /** False until a local server has answered once. A simple local server may not know the question, and must not be ended for that. */
  #knowsQuestion: boolean

  /** @param life Aborts when the session ends. */
  constructor(session: ProtocolSession, deps: PingMonitorDeps, life: AbortSignal) {
    this.#session = session
    this.#deps = deps
    this.#life = life
    this.#knowsQuestion = session.era === '2026' || session.transport.kind !== 'stdio'
  }

  /** Watches until the session ends. */
  async watch(): Promise<void> {
    const { clock, limits } = this.#deps
    const { wire } = this.#session.transport
    while (!this.#life.aborted) {
      const wait = wire.isBusy || this.#session.signInsOpen > 0 ? limits().pingMs : wire.lastHeard + limits().pingMs - clock.now()
      if (wait > 0) await clock.sleep(wait, this.#life).catch(() => undefined)
      else if ((await this.look()) === 'gone') return
    }
  }

  /** Asks the server now. */
  async look(): Promise<'there' | 'gone'> {
    for (let chance = 1; !this.#life.aborted; chance++) {
      const error = await ask(this.#session, this.#deps, this.#life)
      this.#knowsQuestion ||= !error
      if (!error) return 'there'
      if (this.#life.aborted) break
      log('info', 'A server did not answer when it was asked whether it is there', { server: this.#session.serverId, error })
      if (chance < CHANCES && !isFinal(this.#session, error)) continue
      if (this.#knowsQuestion) this.#deps.onLost(error)
      break
    }
    return 'gone'
  }
}

/** Returns undefined for a sign of life, or else the reason why there is none. An error answer from the server is a sign of life. */
async function ask(session: ProtocolSession, { clock, limits }: PingMonitorDeps, life: AbortSignal): Promise<AppError | undefined> {
  const askedAt = clock.now()
  const answerMs = limits().pingAnswerMs
  const deadline = new AbortController()
  const heard = new AbortController()
  void clock.sleep(answerMs, AbortSignal.any([life, heard.signal])).then(
    () => deadline.abort(),
    () => undefined,
  )
  try {
    await session.request({ method: session.era === '2026' ? 'server/discover' : 'ping' }, AbortSignal.any([life, deadline.signal]))
    return undefined
  } catch (thrown) {
    if (session.transport.wire.lastHeard >= askedAt) return undefined
    if (deadline.signal.aborted)
      return noSignOfLife(session, { id: 'errors.connections.gaveNoAnswer', params: { seconds: Math.round(answerMs / 1000) } })
    const error = AppError.from(thrown)
    if (isAnswer(session, error)) return undefined
    return mayPass(error) || isFinal(session, error) ? error : noSignOfLife(session, errorMessage(error))
  } finally {
    heard.abort()
  }
}

/** Whether this error is no sign of a lost server: the server read the question and refused it, or the question was never sent. */
function isAnswer(session: ProtocolSession, error: AppError): boolean {
  if (error.code === 'RIGHTS_REQUIRED' || isRefreshFailure(error)) return true
  const status = error.cause instanceof SdkHttpError ? (error.cause.status ?? 0) : 0
  return status >= 400 && status < 500 && !isFinal(session, error)
}

/** A second question would get the same answer. */
function isFinal(session: ProtocolSession, error: AppError): boolean {
  if (error.code === 'SIGN_IN_REQUIRED' || error instanceof AuthRefusal || error.code === 'SERVER_EXITED') return true
  return session.mayHaveLostSession(error)
}

function noSignOfLife({ serverId }: ProtocolSession, how: MessageParam): AppError {
  return new AppError('INTERRUPTED', { reason: 'connections.stoppedAnswering', params: { server: serverId, how } })
}
