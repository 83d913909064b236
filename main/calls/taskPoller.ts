import { ProtocolError } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors/appError'
import type { ActiveCall } from './activeCall'
import { requestSignIn } from './requestSignIn'
import type { CallContext } from './callContext'
import type { ProtocolSession, SessionRequest } from '../session/protocolSession'
import { AuthRefusal } from '../transport/authRefusal'
import { abortReason } from '../lib/abortReason'
import type { TaskRecord } from './taskStore'
import { errorMessage } from '../../shared/i18n/errorText'

type Raw = Readonly<Record<string, unknown>>

/** A request about a task is sent again when it gets no answer in this time. */
export const LOOK_MS = 60_000
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10_000
/** Checking for a session again costs nothing. */
const NOT_READY_MS = 250
/** One refusal may be a temporary fault. This many in a row are final. */
const REFUSALS = 3
const INVALID_PARAMS = -32_602
/** After these failures the same server may still know the task: it restarts, or it cannot be reached for a while. */
const passing: readonly string[] = [
  'INTERRUPTED',
  'SERVER_EXITED',
  'SERVER_UNREACHABLE',
  'SERVER_NOT_READY',
  'SIGN_IN_REQUIRED',
  'TIMED_OUT',
  'SERVER_ERROR',
]

/** The task of the requests, and the call that waits for it. */
export interface TaskSubject {
  readonly record: TaskRecord
  readonly call: ActiveCall
  /** Returns why no one can ask about this task again: its server is gone or was replaced. */
  readonly isOver: () => AppError | undefined
}

/** Asks about one task on the current session with its server, and outlives each session. Every request here may be sent twice. */
export class TaskPoller {
  readonly #context: CallContext
  readonly #subject: TaskSubject
  /** Whether the person declined to sign in for this task. */
  #asksNoMore = false
  #unfollow: (() => void) | undefined

  constructor(context: CallContext, subject: TaskSubject) {
    this.#context = context
    this.#subject = subject
  }

  /** Listens to the task's progress on this session from now on. The call's token stays valid until the task is over. */
  listenOn(session: ProtocolSession): void {
    const { record, call } = this.#subject
    this.#unfollow?.()
    this.#unfollow = session.transport.wire.progress.follow(record.callId, (reported) => call.progress(reported))
  }

  stopListening(): void {
    this.#unfollow?.()
  }

  /** Sends a request until an answer comes. `answerMs` limits each try. @throws {AppError} */
  async send(request: SessionRequest, answerMs?: number): Promise<Raw> {
    const { signal } = this.#subject.call
    let refusals = 0
    let awayMs = 0
    for (let failures = 0; ; failures++) {
      const { clock, limits } = this.#context
      const begun = clock.now()
      const over = this.#subject.isOver()
      if (over) throw over
      try {
        return await this.sendOnce(request, answerMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(answerMs)]))
      } catch (thrown) {
        if (signal.aborted) throw abortReason(signal)
        const error = AppError.from(thrown)
        const isRefusal = error.cause instanceof ProtocolError
        if (isRefusal && (isUnknownTask(error) || ++refusals >= REFUSALS || request.method !== 'tasks/get')) throw error
        // CANCELLED here means that only this try timed out, not the call.
        if (!isRefusal && !passing.includes(error.code) && error.code !== 'CANCELLED') throw error
        await clock.sleep(error.code === 'SERVER_NOT_READY' ? NOT_READY_MS : retryMs(failures), signal)
        // If the computer slept meanwhile, that time does not count as trying.
        awayMs += Math.min(clock.now() - begun, LOOK_MS + LONGEST_RETRY_MS)
        if (awayMs >= limits().callQuietMs) throw this.#away(error)
      }
    }
  }

  /** Sends a request on the current session. @throws {AppError} */
  sendOnce(request: SessionRequest, signal: AbortSignal): Promise<Raw> {
    return this.#context.target.withSession((session) => this.#request(session, request, signal), signal)
  }

  async #request(session: ProtocolSession, request: SessionRequest, signal: AbortSignal): Promise<Raw> {
    const { record, call } = this.#subject
    this.listenOn(session)
    for (;;) {
      try {
        return await session.request({ ...request, callId: record.callId }, signal)
      } catch (thrown) {
        if (!(thrown instanceof AuthRefusal && thrown.wantsPerson) || this.#asksNoMore) throw thrown
        // A person who declines now may still sign in later. Until then the server counts as away.
        this.#asksNoMore = true
        await requestSignIn({ session, call, requests: this.#context.requests }, thrown)
        this.#asksNoMore = false
      }
    }
  }

  #away(last: AppError): AppError {
    return new AppError(
      'TIMED_OUT',
      { reason: 'calls.taskServerAway', params: { server: this.#context.target.serverId, why: errorMessage(last) } },
      { cause: last },
    )
  }
}

/** Pure: whether the server says that it does not know the task. */
export function isUnknownTask(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && thrown.cause instanceof ProtocolError && thrown.cause.code === INVALID_PARAMS
}

function retryMs(failures: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10))
}
