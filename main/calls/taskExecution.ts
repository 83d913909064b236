import { ProtocolError } from '@modelcontextprotocol/client'
import type { CallProgress } from '../../shared/domain/chat'
import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { CallTask } from '../../shared/domain/task'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import type { Clock } from '../lib/clock'
import type { ActiveCall } from './activeCall'
import { requestSignIn } from './requestSignIn'
import { explainSdkError } from '../session/explainSdkError'
import type { ProtocolSession, SessionRequest } from '../session/protocolSession'
import { AuthRefusal } from '../transport/sessionAuth'
import { parseTask, type ReportedTask } from '../parsing/parseTask'
import { taskPollDelay } from './taskPollDelay'
import type { ServerRequests } from '../session/serverRequests'
import { stopReason } from '../lib/stopReason'
import type { TaskStore, TaskRecord } from './taskStore'
import { TaskInputRequests } from './taskInputRequests'

type Raw = Readonly<Record<string, unknown>>

export interface TaskExecutionDeps {
  readonly serverId: ServerId
  readonly requests: ServerRequests
  readonly taskStore: TaskStore
  readonly limits: () => Limits
  readonly clock: Clock
  /** Runs on the live link. @throws {AppError} where there is none now. */
  readonly onLink: <T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Why this task can never be asked about again: its server is gone, or is another program now. */
  readonly isOver: (record: TaskRecord) => AppError | undefined
}

/** How long a result that was asked for early may still take once the task is over. */
const EARLY_MS = 5_000
/** A look at a task that brings no answer in this time is made anew. */
const LOOK_MS = 60_000
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10_000
/** Looking whether there is a connection again costs nothing. */
const NOT_READY_MS = 250
/** A server may have a bad moment; when it refuses so often in a row, it means it. */
const REFUSALS = 3
const INVALID_PARAMS = -32_602
/** A server's time began to run before we heard of it. */
const SLACK_MS = 5_000
/** Failures after which the same server may still know the task: it is starting again, or cannot be reached for a while. */
const passing: readonly string[] = [
  'INTERRUPTED',
  'SERVER_EXITED',
  'SERVER_UNREACHABLE',
  'SERVER_NOT_READY',
  'SIGN_IN_REQUIRED',
  'TIMED_OUT',
  'SERVER_ERROR',
]

/**
 * Waits for one task to its end: looks at it as often as the server likes, answers what it asks, and fetches what it brought. It outlives
 * connections: while the server is away it waits, and asks the next connection for the same task.
 */
export class TaskExecution {
  readonly #deps: TaskExecutionDeps
  readonly #record: TaskRecord
  readonly #call: ActiveCall
  readonly #onTask: (task: CallTask) => void
  readonly #onProgress: (progress: CallProgress) => void
  readonly #questions: TaskInputRequests
  #task: CallTask
  #pollMs: number | undefined
  /** When the server last said something new of it. */
  #changedAt: number
  #early: EarlyResult | undefined
  #failure: AppError | undefined
  #refused: AppError | undefined
  /** The person did not want to sign in for it. */
  #asksNoMore = false
  #wake = new AbortController()
  #unfollow: (() => void) | undefined
  /** The server has said that it is over, or does not know it: there is nothing to give up. */
  hasEnded = false

  constructor(
    deps: TaskExecutionDeps,
    record: TaskRecord,
    own: {
      readonly call: ActiveCall
      readonly onTask: (task: CallTask) => void
      readonly onProgress: (progress: CallProgress) => void
      readonly pollMs?: number | undefined
    },
  ) {
    this.#deps = deps
    this.#record = record
    this.#call = own.call
    this.#onTask = own.onTask
    this.#onProgress = own.onProgress
    this.#pollMs = own.pollMs
    this.#task = record.task
    this.#changedAt = record.task.checkedAt
    this.#questions = new TaskInputRequests({
      serverId: deps.serverId,
      call: own.call,
      requests: deps.requests,
      answered: record.answered,
      onReady: () => this.#wake.abort(),
      onFailure: (error) => {
        this.#failure = error
        this.#wake.abort()
      },
    })
  }

  /** The call's result as the server wrote it. @throws {AppError} */
  async run(options: { readonly lookAtOnce: boolean }): Promise<Raw> {
    this.#onTask(this.#task)
    try {
      if (!options.lookAtOnce) await this.#pause()
      for (;;) {
        if (this.#failure) throw this.#failure
        const early = this.#early?.result
        if (early) return this.#completedWith(early)
        const result = await this.#step(await this.#look())
        if (result) return result
        await this.#deliver()
        await this.#pause()
      }
    } finally {
      this.#unfollow?.()
      this.#early?.end.abort()
      this.#questions.sync({})
    }
  }

  /** Hears the task's progress over this link from now on: the call's token stays valid until the task is over. */
  listenOn(session: ProtocolSession): void {
    this.#unfollow?.()
    this.#unfollow = session.transport.wire.progress.follow(this.#record.callId, this.#onProgress)
  }

  async #step(said: ReportedTask): Promise<Raw | undefined> {
    switch (said.status) {
      case 'working':
        this.#questions.sync({})
        return undefined
      case 'input_required':
        if (this.#record.era === '2025') this.#openEarly()
        else this.#ask(said)
        return undefined
      case 'completed':
        this.hasEnded = true
        return this.#record.era === '2025' ? this.#result() : this.#inlined(said)
      case 'failed':
        this.hasEnded = true
        // In the 2025 era a result that is an error counts as failed too, and is fetched like any other.
        if (this.#record.era === '2025') return this.#result()
        throw this.#failedWith(said)
      case 'cancelled':
        this.hasEnded = true
        throw new AppError('SERVER_ERROR', `${this.#deps.serverId} gave the task up`, {
          hint: 'Run it again if that is safe: it may have had an effect.',
          ...(said.statusMessage !== undefined && { said: said.statusMessage }),
        })
      default:
        return assertNever(said.status)
    }
  }

  /** One look at the task. */
  async #look(): Promise<ReportedTask> {
    const begun = this.#deps.clock.now()
    try {
      const raw = await this.#send({ method: 'tasks/get', params: { taskId: this.#record.task.taskId }, mayBeTask: true }, LOOK_MS)
      const said = parseTask(raw, this.#record.era, this.#deps.serverId)
      this.#note(said)
      this.#checkExpiry(begun)
      return said
    } catch (thrown) {
      if (!isUnknownTask(thrown)) throw thrown
      this.hasEnded = true
      // What the task brought may have been fetched and forgotten in the same moment.
      throw this.#early?.error ?? this.#unknown(thrown)
    }
  }

  #note(said: ReportedTask): void {
    const now = this.#deps.clock.now()
    const before = this.#task
    const { statusMessage: _message, expiresAt: known, ...rest } = before
    const expiresAt = said.ttlMs === undefined ? known : said.ttlMs === null ? undefined : before.createdAt + said.ttlMs
    this.#task = {
      ...rest,
      status: said.status,
      checkedAt: now,
      ...(said.statusMessage !== undefined && { statusMessage: said.statusMessage }),
      ...(expiresAt !== undefined && { expiresAt }),
    }
    this.#pollMs = said.pollMs ?? this.#pollMs
    const isNews = before.status !== said.status || before.statusMessage !== said.statusMessage || known !== expiresAt
    if (isNews) {
      this.#changedAt = now
      this.#deps.taskStore.note(this.#record.callId, this.#task)
    }
    this.#onTask(this.#task)
  }

  /** A task that was kept for as long as promised, and of which a later look shows nothing new, is dead. */
  #checkExpiry(lookedAt: number): void {
    const { status, expiresAt } = this.#task
    const isOpen = status === 'working' || status === 'input_required'
    if (!isOpen || expiresAt === undefined || lookedAt < expiresAt || this.#changedAt > expiresAt) return
    throw new AppError('TIMED_OUT', `The time that ${this.#deps.serverId} gave the task ran out before it had ended`, {
      hint: 'Run it again if that is safe: it may have had an effect.',
    })
  }

  #ask(said: ReportedTask): void {
    const refused = this.#refused
    this.#questions.sync(said.inputRequests)
    if (refused && this.#questions.answers()) throw refused
    this.#refused = undefined
  }

  /** Sends the answers that are there. Each key is answered once; after that the server is only looked at. */
  async #deliver(): Promise<void> {
    for (let inputResponses = this.#questions.answers(); inputResponses; inputResponses = this.#questions.answers()) {
      const keys = Object.keys(inputResponses)
      try {
        await this.#send({ method: 'tasks/update', params: { taskId: this.#record.task.taskId, inputResponses } }, LOOK_MS)
      } catch (thrown) {
        if (!(thrown instanceof AppError && thrown.cause instanceof ProtocolError)) throw thrown
        // The task may have ended meanwhile; the next look tells.
        this.#refused = thrown
        return
      }
      this.#deps.taskStore.noteAnswered(this.#record.callId, keys)
      this.#questions.delivered(keys)
    }
  }

  /** Asks for the result while the task waits for us: what it asks comes on that way (2025-11-25, tasks: input required). */
  #openEarly(): void {
    if (this.#early && !this.#early.error) return
    const end = new AbortController()
    const early: EarlyResult = { end, settled: Promise.resolve() }
    this.#early = early
    early.settled = this.#fetchResult(AbortSignal.any([this.#call.signal, end.signal])).then(
      (result) => {
        early.result = result
        this.hasEnded = true
        this.#wake.abort()
      },
      (thrown: unknown) => {
        // It is asked for again where the task goes on; where it is over, the next look says so.
        early.error = AppError.from(thrown)
      },
    )
  }

  async #result(): Promise<Raw> {
    const early = this.#early
    if (early) {
      // What was asked for early is on its way.
      await Promise.race([early.settled, this.#deps.clock.sleep(EARLY_MS, this.#call.signal)])
      if (early.result) return early.result
      early.end.abort()
    }
    return this.#send({ method: 'tasks/result', params: { taskId: this.#record.task.taskId } }, undefined)
  }

  #completedWith(result: Raw): Raw {
    const { statusMessage: _said, ...rest } = this.#task
    this.#onTask({ ...rest, status: result['isError'] === true ? 'failed' : 'completed', checkedAt: this.#deps.clock.now() })
    return result
  }

  #fetchResult(signal: AbortSignal): Promise<Raw> {
    return this.#deps.onLink(
      (session) => this.#request(session, { method: 'tasks/result', params: { taskId: this.#record.task.taskId } }, signal),
      signal,
    )
  }

  #inlined({ result }: ReportedTask): Raw {
    if (result) return result
    throw new AppError('PROTOCOL_ERROR', `${this.#deps.serverId} says that the task has ended, and gives no result`, {
      hint: 'This is a fault of the server; tell its authors. The call may have had an effect.',
    })
  }

  #failedWith({ error, statusMessage }: ReportedTask): AppError {
    const code = typeof error?.['code'] === 'number' ? error['code'] : 0
    const message = typeof error?.['message'] === 'string' ? error['message'] : (statusMessage ?? '')
    return explainSdkError(new ProtocolError(code, message, error?.['data']), { serverId: this.#deps.serverId, kind: 'http' })
  }

  #unknown(thrown: AppError): AppError {
    const { expiresAt } = this.#task
    const late = expiresAt !== undefined && this.#deps.clock.now() + SLACK_MS >= expiresAt
    const why = late ? 'The time for which it kept the task has run out.' : 'It may have been started anew since.'
    return new AppError('NOT_FOUND', `${this.#deps.serverId} does not know the task any more`, {
      hint: `${why} What it brought is lost; run it again if that is safe.`,
      ...(thrown.said !== undefined && { said: thrown.said }),
      cause: thrown,
    })
  }

  /** Sends until an answer comes, over whichever connection there is. All that is sent here may be sent twice. */
  async #send(request: SessionRequest, answerMs: number | undefined): Promise<Raw> {
    const { signal } = this.#call
    let refusals = 0
    let awayMs = 0
    for (let failures = 0; ; failures++) {
      const begun = this.#deps.clock.now()
      const over = this.#deps.isOver(this.#record)
      if (over) throw over
      try {
        const inTime = answerMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
        return await this.#deps.onLink((session) => this.#request(session, request, inTime), inTime)
      } catch (thrown) {
        if (signal.aborted) throw stopReason(signal)
        const error = AppError.from(thrown)
        const isRefusal = error.cause instanceof ProtocolError
        if (isRefusal && (isUnknownTask(error) || ++refusals >= REFUSALS || request.method !== 'tasks/get')) throw error
        // A time-out of our own look has another code than that of the call.
        if (!isRefusal && !passing.includes(error.code) && error.code !== 'CANCELLED') throw error
        await this.#deps.clock.sleep(error.code === 'SERVER_NOT_READY' ? NOT_READY_MS : retryMs(failures), signal)
        // A computer that slept meanwhile has not tried for that long.
        awayMs += Math.min(this.#deps.clock.now() - begun, LOOK_MS + LONGEST_RETRY_MS)
        if (awayMs >= this.#deps.limits().callQuietMs) throw this.#away(error)
      }
    }
  }

  #away(last: AppError): AppError {
    return new AppError('TIMED_OUT', `${this.#deps.serverId} was away for too long to go on waiting for its task`, {
      hint: `${last.message}. Run it again once the server is back, if that is safe.`,
      cause: last,
    })
  }

  async #request(session: ProtocolSession, request: SessionRequest, signal: AbortSignal): Promise<Raw> {
    this.listenOn(session)
    for (;;) {
      try {
        return await session.request({ ...request, callId: this.#record.callId }, signal)
      } catch (thrown) {
        if (!(thrown instanceof AuthRefusal && thrown.wantsPerson) || this.#asksNoMore) throw thrown
        // Whoever does not want to now may yet do so: until then the task is looked at as one whose server is away.
        this.#asksNoMore = true
        await requestSignIn({ session, call: this.#call, requests: this.#deps.requests }, thrown)
        this.#asksNoMore = false
      }
    }
  }

  /** Until the next look, or until something of ours is ready. */
  async #pause(): Promise<void> {
    const { signal } = this.#call
    const ms = taskPollDelay(this.#pollMs, this.#deps.limits(), Math.random())
    const wake = this.#wake
    try {
      await this.#deps.clock.sleep(ms, AbortSignal.any([signal, wake.signal]))
    } catch (thrown) {
      if (signal.aborted) throw stopReason(signal)
      if (!wake.signal.aborted) throw thrown
    }
    if (wake.signal.aborted) this.#wake = new AbortController()
  }
}

/** A request for the result that was made before the task had ended. */
interface EarlyResult {
  readonly end: AbortController
  settled: Promise<void>
  result?: Raw
  error?: AppError
}

function retryMs(failures: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10))
}

function isUnknownTask(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && thrown.cause instanceof ProtocolError && thrown.cause.code === INVALID_PARAMS
}
