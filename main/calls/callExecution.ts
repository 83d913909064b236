import { ProtocolError, ProtocolErrorCode, UrlElicitationRequiredError } from '@modelcontextprotocol/client'
import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { ActiveCall } from './activeCall'
import { requestSignIn } from './requestSignIn'
import type { CallBinding } from './callBinding'
import type { CallContext, CallTarget } from './callContext'
import { answerAll, readInputRequired, type InputDeps } from './inputRequests'
import type { ProtocolSession } from '../session/protocolSession'
import { AuthRefusal } from '../transport/sessionAuth'
import { handleUrlElicitationRequired } from './handleUrlElicitationRequired'
import type { ClientFeatures } from '../session/clientFeatures'
import type { SuspendedCall } from './suspendedCall'
import type { SuspendedRound } from './suspendedCall'
import { isConnectFailure } from './isConnectFailure'
import { AnswerLost } from '../transport/trackingTransport'

/** A round that asks nothing and only hands its state back is repeated after this pause. */
const EMPTY_ROUND_MS = 250

type Raw = Readonly<Record<string, unknown>>

/** A request as it goes to a server. */
export interface WireRequest {
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read'
  readonly params: Raw
  readonly headers?: (session: ProtocolSession) => Readonly<Record<string, string>>
  /** Whether it does no harm to send it twice. Reading changes nothing, so only calls of tools have to say so. */
  readonly isRepeatable?: boolean
  /** A 2025 server answers with a task, whose id is needed to stop it. */
  readonly createsTask?: boolean
}

/** What a request came to, and the session that it came over. */
export interface CallOutcome {
  readonly raw: Raw
  readonly session: ProtocolSession
  /** The server asked for something first: the result is for this one request alone. */
  readonly wasAsked: boolean
}

/** What executing a call needs of what the calls of its server share. */
export interface ExecutionContext extends Pick<CallContext, 'requests' | 'clock' | 'limits'> {
  readonly target: Pick<CallTarget, 'serverId'>
}

/** One call, and what it is executed with. */
export interface ExecutedCall {
  readonly call: ActiveCall
  readonly request: WireRequest
  /** Runs its later rounds, perhaps on another session, where the server was started again meanwhile. */
  readonly binding: Pick<CallBinding, 'run'>
  /** Keeps it on disk while it waits, where it can go on after a restart. */
  readonly suspended?: Pick<SuspendedCall, 'keep' | 'release'> | undefined
}

/**
 * Runs one request to its end: sends it, and answers what the server asks before it gives a result (2026-07-28, multi-round-trip requests).
 * Each later round is the same request again, with the answers and the server's state exactly as it came. Every question knows its call.
 */
export class CallExecution {
  /** The server has asked for something, and was answered. */
  wasAsked = false
  readonly #serverId: ServerId
  readonly #requests: ClientFeatures
  readonly #clock: Clock
  readonly #limits: Limits
  readonly #call: ActiveCall
  readonly #request: WireRequest
  readonly #binding: ExecutedCall['binding']
  readonly #suspended: ExecutedCall['suspended']
  #round = 1
  /** What the present round answers, and the parameters that carry the answers. */
  #asked: SuspendedRound | undefined
  #answers: Raw = {}

  constructor({ target, requests, clock, limits }: ExecutionContext, { call, request, binding, suspended }: ExecutedCall) {
    this.#serverId = target.serverId
    this.#requests = requests
    this.#clock = clock
    this.#limits = limits()
    this.#call = call
    this.#request = request
    this.#binding = binding
    this.#suspended = suspended
  }

  /** Runs it from its first round, which goes over this session. @throws {AppError} */
  async start(session: ProtocolSession): Promise<CallOutcome> {
    return (await this.#finish(await this.#sendSafely(session))) ?? this.#rounds()
  }

  /** Goes on with the questions of the round in which an earlier run of Parley left it. @throws {AppError} */
  async resume(left: SuspendedRound): Promise<CallOutcome> {
    this.#round = left.round
    await this.#answer(left)
    return this.#rounds()
  }

  /** All rounds after the present one. */
  async #rounds(): Promise<CallOutcome> {
    const { roundsPerCall } = this.#limits
    for (this.#round++; this.#round <= roundsPerCall; this.#round++) {
      // It may have to wait for its server, for as long as somebody would have answered.
      const sent = await this.#binding.run((session) => this.#sendSafely(session), this.#call.questionsEnd())
      const outcome = await this.#finish(sent)
      if (outcome) return outcome
    }
    throw new AppError('SERVER_ERROR', { reason: 'calls.tooManyRounds', params: { server: this.#serverId, count: roundsPerCall } })
  }

  /** The result, where a round brought one; else what it asks is answered. */
  async #finish(sent: CallOutcome | 'askAgain'): Promise<CallOutcome | undefined> {
    if (sent === 'askAgain') return undefined
    const { raw, session } = sent
    if (raw['resultType'] !== 'input_required' || session.era !== '2026') return sent
    // Nobody answers what would not be sent any more.
    if (this.#round >= this.#limits.roundsPerCall) return undefined
    await this.#answer(readInputRequired(raw, this.#round, { serverId: this.#serverId, limits: this.#limits }))
    this.wasAsked = true
    return undefined
  }

  /** Has the questions of a round answered, for the next round to carry the answers. */
  async #answer(asked: SuspendedRound): Promise<void> {
    const { inputRequests, requestState } = asked
    this.#asked = asked
    const state = requestState === undefined ? {} : { requestState }
    if (Object.keys(inputRequests).length === 0) {
      await this.#clock.sleep(EMPTY_ROUND_MS, this.#call.signal)
      this.#answers = state
      return
    }
    this.#suspended?.keep(asked)
    this.#answers = { inputResponses: await answerAll(this.#inputDeps(), asked), ...state }
  }

  /**
   * An answer that was lost with its stream is lost for ever in the 2026 era (Streamable HTTP: no resumption). What may safely run twice is sent
   * once more, as a new request; for anything else a person decides.
   */
  async #sendSafely(session: ProtocolSession): Promise<CallOutcome | 'askAgain'> {
    try {
      return await this.#send(session)
    } catch (thrown) {
      const { method, isRepeatable = method !== 'tools/call' } = this.#request
      const isLost = thrown instanceof AppError && thrown.cause instanceof AnswerLost
      if (!isLost || !isRepeatable || session.era !== '2026' || this.#call.signal.aborted) throw thrown
      log('info', 'An answer was lost with its connection, and is asked for again', { server: this.#serverId, method })
      return this.#send(session)
    }
  }

  async #send(session: ProtocolSession): Promise<CallOutcome | 'askAgain'> {
    for (;;) {
      // At the last moment: whoever waits for the server, or for a sign-in, is kept.
      this.#suspended?.release()
      try {
        return { raw: await this.#sendOnce(session), session, wasAsked: this.wasAsked }
      } catch (thrown) {
        const wantsSignIn = thrown instanceof AuthRefusal && thrown.wantsPerson
        if (this.#asked && (wantsSignIn || isConnectFailure(thrown))) this.#suspended?.keep(this.#asked)
        // It has not run, so it may be sent again.
        if (wantsSignIn) await requestSignIn({ ...this.#inputDeps(), session }, thrown)
        else return this.#refused(thrown, session)
      }
    }
  }

  #sendOnce(session: ProtocolSession): Promise<Raw> {
    const { method, params, headers } = this.#request
    return session.request(
      {
        method,
        params: { ...params, ...this.#answers },
        ...(headers && { headers: headers(session) }),
        onProgress: (reported) => this.#call.progress(reported),
        callId: this.#call.id,
        mayAsk: true,
        mayBeTask: method === 'tools/call',
      },
      this.#call.signal,
    )
  }

  /** What a refusal means for the call: mostly its end. @throws {AppError} */
  async #refused(thrown: unknown, session: ProtocolSession): Promise<'askAgain'> {
    const cause = thrown instanceof AppError ? thrown.cause : undefined
    if (session.era === '2026') throw this.#isUnknownState(cause) ? forgotten(this.#serverId, AppError.from(thrown)) : thrown
    if (!(cause instanceof UrlElicitationRequiredError)) throw thrown
    const { questionMs: pageMs } = this.#limits
    await handleUrlElicitationRequired({ ...this.#inputDeps(), session, pageMs }, cause.elicitations)
    return 'askAgain'
  }

  /** A server refuses parameters that it took before: what is new in them is its own state, which has run out or which it cannot read any more. */
  #isUnknownState(cause: unknown): boolean {
    return this.#answers['requestState'] !== undefined && cause instanceof ProtocolError && cause.code === ProtocolErrorCode.InvalidParams
  }

  #inputDeps(): InputDeps {
    return { serverId: this.#serverId, call: this.#call, requests: this.#requests }
  }
}

function forgotten(serverId: ServerId, refusal: AppError): AppError {
  return new AppError(
    'INTERRUPTED',
    { reason: 'calls.requestForgotten', params: { server: serverId } },
    { ...(refusal.said !== undefined && { said: refusal.said }), cause: refusal },
  )
}
