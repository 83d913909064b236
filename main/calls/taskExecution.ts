import { ProtocolError } from '@modelcontextprotocol/client'
import type { CallTask } from '../../shared/domain/task'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import type { ActiveCall } from './activeCall'
import type { CallContext } from './callContext'
import { EarlyTaskResult } from './earlyTaskResult'
import { explainSdkError } from '../session/explainSdkError'
import type { ProtocolSession, SessionRequest } from '../session/protocolSession'
import { parseTask, type ReportedTask } from '../parsing/parseTask'
import { taskPollDelay } from './taskPollDelay'
import { abortReason } from '../lib/abortReason'
import type { TaskRecord } from './taskStore'
import { TaskInputRequests } from './taskInputRequests'
import { isUnknownTask, LOOK_MS, TaskPoller } from './taskPoller'

type Raw = Readonly<Record<string, unknown>>

/** How long an early request for a result may still take after the task is over. */
const EARLY_MS = 5_000
/** The server's clock for the task started before its first answer reached us. */
const SLACK_MS = 5_000

/** The call that waits for a task. */
export interface TaskWait {
  readonly call: ActiveCall
  /** Called after every look at the task. */
  readonly onTask: ((task: CallTask) => void) | undefined
  /** The poll interval that the server suggests, if any. */
  readonly pollMs: number | undefined
  /** Returns why no one can ask about this task again: its server is gone or was replaced. */
  readonly isOver: () => AppError | undefined
}

/**
 * Waits for one task until it ends. Polls it as often as the server suggests, answers its questions, and fetches its result. It outlives
 * sessions: while the server is away it waits, and asks the next session for the same task.
 */
export class TaskExecution {
  readonly #context: CallContext
  readonly #record: TaskRecord
  readonly #call: ActiveCall
  readonly #onTask: TaskWait['onTask']
  readonly #session: TaskPoller
  readonly #questions: TaskInputRequests
  #task: CallTask
  #pollMs: number | undefined
  /** When the server last reported something new about the task. */
  #changedAt: number
  #early: EarlyTaskResult | undefined
  #failure: AppError | undefined
  #refused: AppError | undefined
  #wake = new AbortController()
  /** Whether the task is over or unknown to the server. Then there is nothing to cancel. */
  hasEnded = false

  constructor(context: CallContext, record: TaskRecord, { call, onTask, pollMs, isOver }: TaskWait) {
    this.#context = context
    this.#record = record
    this.#call = call
    this.#onTask = onTask
    this.#pollMs = pollMs
    this.#task = record.task
    this.#changedAt = record.task.checkedAt
    this.#session = new TaskPoller(context, { record, call, isOver })
    this.#questions = new TaskInputRequests({
      serverId: context.target.serverId,
      call,
      requests: context.requests,
      answered: record.answered,
      onReady: () => this.#wake.abort(),
      onFailure: (error) => {
        this.#failure = error
        this.#wake.abort()
      },
    })
  }

  /** Returns the call's result as the server wrote it. @throws {AppError} */
  async run(options: { readonly lookAtOnce: boolean }): Promise<Raw> {
    this.#onTask?.(this.#task)
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
      this.#session.stopListening()
      this.#early?.giveUp()
      this.#questions.sync({})
    }
  }

  /** Listens to the task's progress on this session from now on. */
  listenOn(session: ProtocolSession): void {
    this.#session.listenOn(session)
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
        // In the 2025 era an error result also counts as failed, and is fetched like any other result.
        if (this.#record.era === '2025') return this.#result()
        throw this.#failedWith(said)
      case 'cancelled':
        this.hasEnded = true
        throw new AppError(
          'SERVER_ERROR',
          { reason: 'calls.taskCancelled', params: { server: this.#context.target.serverId } },
          { ...(said.statusMessage !== undefined && { said: said.statusMessage }) },
        )
      default:
        return assertNever(said.status)
    }
  }

  /** Asks once for the state of the task. */
  async #look(): Promise<ReportedTask> {
    const begun = this.#context.clock.now()
    try {
      const raw = await this.#session.send(this.#request('tasks/get'), LOOK_MS)
      const said = parseTask(raw, this.#record.era, this.#context.target.serverId)
      this.#note(said)
      this.#checkExpiry(begun)
      return said
    } catch (thrown) {
      if (!isUnknownTask(thrown)) throw thrown
      this.hasEnded = true
      // The server may have sent the result and forgotten the task at the same moment.
      throw this.#early?.error ?? this.#unknown(thrown)
    }
  }

  #note(said: ReportedTask): void {
    const now = this.#context.clock.now()
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
      this.#context.taskStore.note(this.#record.callId, this.#task)
    }
    this.#onTask?.(this.#task)
  }

  /** Throws when a task is past its promised lifetime and a later look shows nothing new. */
  #checkExpiry(lookedAt: number): void {
    const { status, expiresAt } = this.#task
    const isOpen = status === 'working' || status === 'input_required'
    if (!isOpen || expiresAt === undefined || lookedAt < expiresAt || this.#changedAt > expiresAt) return
    throw new AppError('TIMED_OUT', { reason: 'calls.taskExpired', params: { server: this.#context.target.serverId } })
  }

  #ask(said: ReportedTask): void {
    const refused = this.#refused
    this.#questions.sync(said.inputRequests)
    if (refused && this.#questions.answers()) throw refused
    this.#refused = undefined
  }

  /** Sends the available answers. Each key is answered once. After that, only looks at the task follow. */
  async #deliver(): Promise<void> {
    for (let inputResponses = this.#questions.answers(); inputResponses; inputResponses = this.#questions.answers()) {
      const keys = Object.keys(inputResponses)
      try {
        await this.#session.send(this.#request('tasks/update', { inputResponses }), LOOK_MS)
      } catch (thrown) {
        if (!(thrown instanceof AppError && thrown.cause instanceof ProtocolError)) throw thrown
        // The task may have ended meanwhile. The next look shows it.
        this.#refused = thrown
        return
      }
      this.#context.taskStore.noteAnswered(this.#record.callId, keys)
      this.#questions.delivered(keys)
    }
  }

  /** Asks for the result while the task waits for us. Its questions arrive with this request. */
  #openEarly(): void {
    if (this.#early && !this.#early.error) return
    const request = (end: AbortSignal): Promise<Raw> =>
      this.#session.sendOnce(this.#request('tasks/result'), AbortSignal.any([this.#call.signal, end]))
    this.#early = new EarlyTaskResult(request, () => {
      this.hasEnded = true
      this.#wake.abort()
    })
  }

  async #result(): Promise<Raw> {
    const early = this.#early
    if (early) {
      // The early request is still under way.
      await Promise.race([early.settled, this.#context.clock.sleep(EARLY_MS, this.#call.signal)])
      if (early.result) return early.result
      early.giveUp()
    }
    return this.#session.send(this.#request('tasks/result'))
  }

  #completedWith(result: Raw): Raw {
    const { statusMessage: _said, ...rest } = this.#task
    this.#onTask?.({ ...rest, status: result['isError'] === true ? 'failed' : 'completed', checkedAt: this.#context.clock.now() })
    return result
  }

  #inlined({ result }: ReportedTask): Raw {
    if (result) return result
    throw new AppError('PROTOCOL_ERROR', { reason: 'calls.taskWithoutResult', params: { server: this.#context.target.serverId } })
  }

  #failedWith({ error, statusMessage }: ReportedTask): AppError {
    const code = typeof error?.['code'] === 'number' ? error['code'] : 0
    const message = typeof error?.['message'] === 'string' ? error['message'] : (statusMessage ?? '')
    return explainSdkError(new ProtocolError(code, message, error?.['data']), { serverId: this.#context.target.serverId, kind: 'http' })
  }

  #unknown(thrown: AppError): AppError {
    const { expiresAt } = this.#task
    const late = expiresAt !== undefined && this.#context.clock.now() + SLACK_MS >= expiresAt
    const why = late ? 'expired' : 'restarted'
    return new AppError(
      'NOT_FOUND',
      { reason: 'calls.taskUnknown', params: { server: this.#context.target.serverId, why } },
      { ...(thrown.said !== undefined && { said: thrown.said }), cause: thrown },
    )
  }

  #request(method: string, params: Raw = {}): SessionRequest {
    return { method, params: { taskId: this.#record.task.taskId, ...params } }
  }

  /** Waits until the next look, or until answers or an early result are ready. */
  async #pause(): Promise<void> {
    const { signal } = this.#call
    const ms = taskPollDelay(this.#pollMs, this.#context.limits(), Math.random())
    const wake = this.#wake
    try {
      await this.#context.clock.sleep(ms, AbortSignal.any([signal, wake.signal]))
    } catch (thrown) {
      if (signal.aborted) throw abortReason(signal)
      if (!wake.signal.aborted) throw thrown
    }
    if (wake.signal.aborted) this.#wake = new AbortController()
  }
}
