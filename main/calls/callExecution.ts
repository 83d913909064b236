import { ProtocolError, ProtocolErrorCode, UrlElicitationRequiredError } from '@modelcontextprotocol/client'
import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { ActiveCall } from './activeCall'
import { requestSignIn } from './requestSignIn'
import type { CallBinding } from './callBinding'
import type { CallContext, CallTarget } from './callContext'
import { answerInputRequests, readInputRequired, type InputDeps } from './inputRequests'
import type { ProtocolSession } from '../session/protocolSession'
import { AuthRefusal } from '../transport/authRefusal'
import { handleUrlElicitationRequired } from './handleUrlElicitationRequired'
import type { ClientFeatures } from '../session/clientFeatures'
import type { SuspendedCall } from './suspendedCall'
import type { SuspendedRound } from './suspendedCall'
import { isConnectFailure } from './isConnectFailure'
import { AnswerLost } from '../transport/trackingTransport'

/** Pause before the next round when a round asks nothing and only sends its state back. */
const EMPTY_ROUND_MS = 250

type Raw = Readonly<Record<string, unknown>>

/** A request to a server. */
export interface WireRequest {
  readonly method:
    'tools/call' | 'prompts/get' | 'resources/read' | 'tools/list' | 'resources/list' | 'resources/templates/list' | 'prompts/list'
  readonly params: Raw
  readonly headers?: (session: ProtocolSession) => Readonly<Record<string, string>>
  /** Whether the request may be sent twice without harm. The default is true, except for tool calls. */
  readonly isRepeatable?: boolean
  /** Whether a 2025 server answers with a task. Its id is needed to stop the call. */
  readonly createsTask?: boolean
}

/** The result of a request, and the session that brought it. */
export interface CallOutcome {
  readonly raw: Raw
  readonly session: ProtocolSession
  /** Whether the server asked for input first. Then the result is only for this request. */
  readonly wasAsked: boolean
}

/** The part of the call context that executing a call needs. */
export interface ExecutionContext extends Pick<CallContext, 'requests' | 'clock' | 'limits'> {
  readonly target: Pick<CallTarget, 'serverId'>
}

/** One call, and what its execution needs. */
export interface ExecutedCall {
  readonly call: ActiveCall
  readonly request: WireRequest
  /** Runs later rounds, on another session if the server restarted meanwhile. */
  readonly binding: Pick<CallBinding, 'run'>
  /** Keeps the call on disk while it waits, if the call can go on after a restart. */
  readonly suspended?: Pick<SuspendedCall, 'keep' | 'release'> | undefined
}

/**
 * Runs one request to its end. Sends it, and answers what the server asks before it returns a result (2026-07-28, multi-round-trip
 * requests). Each later round repeats the request with the answers and with the server's state, unchanged. Every question knows its call.
 */
export class CallExecution {
  /** Whether the server asked for input and got an answer. */
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
  /** The questions of the current round, and the parameters with the answers. */
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

  /** Runs the call from its first round, on this session. @throws {AppError} */
  async start(session: ProtocolSession): Promise<CallOutcome> {
    return (await this.#finish(await this.#sendSafely(session))) ?? this.#rounds()
  }

  /** Continues with the questions of the round where an earlier run of Parley stopped. @throws {AppError} */
  async resume(left: SuspendedRound): Promise<CallOutcome> {
    this.#round = left.round
    await this.#answer(left)
    return this.#rounds()
  }

  /** Runs all rounds after the current one. */
  async #rounds(): Promise<CallOutcome> {
    const { roundsPerCall } = this.#limits
    for (this.#round++; this.#round <= roundsPerCall; this.#round++) {
      // This may wait for the server as long as a person may take to answer.
      const sent = await this.#binding.run((session) => this.#sendSafely(session), this.#call.questionsEnd())
      const outcome = await this.#finish(sent)
      if (outcome) return outcome
    }
    throw new AppError('SERVER_ERROR', { reason: 'calls.tooManyRounds', params: { server: this.#serverId, count: roundsPerCall } })
  }

  /** Returns the result of a round if there is one. Otherwise has its questions answered. */
  async #finish(sent: CallOutcome | 'askAgain'): Promise<CallOutcome | undefined> {
    if (sent === 'askAgain') return undefined
    const { raw, session } = sent
    if (raw['resultType'] !== 'input_required' || session.era !== '2026') return sent
    // Do not ask for answers that could not be sent any more.
    if (this.#round >= this.#limits.roundsPerCall) return undefined
    await this.#answer(readInputRequired(raw, this.#round, { serverId: this.#serverId, limits: this.#limits }))
    this.wasAsked = true
    return undefined
  }

  /** Has the questions of a round answered, and keeps the answers for the next round. */
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
    this.#answers = { inputResponses: await answerInputRequests(this.#inputDeps(), asked), ...state }
  }

  /**
   * In the 2026 era an answer is lost for good when its stream breaks (Streamable HTTP: no resumption). A repeatable request is sent once
   * more, as a new request. For anything else a person decides.
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
      // Released only at this moment, so that the record survives a wait for the server or for a sign-in.
      this.#suspended?.release()
      try {
        return { raw: await this.#sendOnce(session), session, wasAsked: this.wasAsked }
      } catch (thrown) {
        const wantsSignIn = thrown instanceof AuthRefusal && thrown.wantsPerson
        if (this.#asked && (wantsSignIn || isConnectFailure(thrown))) this.#suspended?.keep(this.#asked)
        // The request has not run, so it may be sent again.
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
      },
      this.#call.signal,
    )
  }

  /** Decides what a refusal means for the call. Usually the call ends. @throws {AppError} */
  async #refused(thrown: unknown, session: ProtocolSession): Promise<'askAgain'> {
    const cause = thrown instanceof AppError ? thrown.cause : undefined
    if (session.era === '2026') throw this.#isUnknownState(cause) ? forgotten(this.#serverId, AppError.from(thrown)) : thrown
    if (!(cause instanceof UrlElicitationRequiredError)) throw thrown
    const { questionMs: pageMs } = this.#limits
    await handleUrlElicitationRequired({ ...this.#inputDeps(), session, pageMs }, cause.elicitations)
    return 'askAgain'
  }

  /**
   * Whether the server can no longer use its own state. It refused parameters that it had accepted before, and only the state in them is
   * new.
   */
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
