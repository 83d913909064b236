import type { CallId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { log } from '../lib/log'
import { ActiveCall, type CallRequest } from './activeCall'
import { CallTimeout } from './callTimeout'
import type { ProtocolSession } from '../session/protocolSession'
import { parseTask, type ReportedTask } from '../parsing/parseTask'
import { isQuitting } from './delayedAbort'
import { ProgressReporter } from './progressReporter'
import { cancelsTasks } from '../session/taskSupport'
import type { TaskRecord } from './taskStore'
import { TaskExecution, type TaskExecutionDeps } from './taskExecution'

type Raw = Readonly<Record<string, unknown>>
type TaskRequest = Omit<CallRequest, 'tool' | 'arguments'>

export interface TaskCallsDeps extends Omit<TaskExecutionDeps, 'isOver'> {
  /** Of the launch that the server's connections have now. */
  readonly launchHash: () => string
  /** Set once the server is disabled, or no longer there. */
  readonly gone: () => AppError | undefined
}

/** A call that a server has taken over as a task. */
export interface CreatedTask {
  readonly record: TaskRecord
  readonly said: ReportedTask
  readonly session: ProtocolSession
}

const CANCEL_MS = 5_000

/** The owner of the calls of one server that it runs as tasks: each one's clock, questions and progress, from its creation to its end. */
export class TaskCalls {
  readonly #deps: TaskCallsDeps
  readonly #calls = new Map<string, ActiveCall>()

  constructor(deps: TaskCallsDeps) {
    this.#deps = deps
  }

  /** The call behind a request of a 2025 server that names a task. The one may come in the same breath as the answer that creates the other. */
  async callSoon(taskId: string): Promise<ActiveCall | undefined> {
    if (!this.#calls.has(taskId)) await new Promise((resolve) => setImmediate(resolve))
    return this.#calls.get(taskId)
  }

  /** Every call that runs as a task now. */
  all(): readonly ActiveCall[] {
    return [...this.#calls.values()]
  }

  /** Reads the answer to a call: the task that it became, written down before anybody asks for it, or nothing where it is a result. */
  created(session: ProtocolSession, raw: Raw, tool: string, callId: CallId): CreatedTask | undefined {
    // A result with content is the result, whatever a 2025 server adds to it.
    const isTask = session.era === '2026' ? raw['resultType'] === 'task' : isRecord(raw['task']) && !Array.isArray(raw['content'])
    if (!isTask) return undefined
    const said = parseTask(session.era === '2026' ? raw : raw['task'], session.era, this.#deps.serverId)
    const now = this.#deps.clock.now()
    const { taskId, status, statusMessage, ttlMs } = said
    const record: TaskRecord = {
      callId,
      serverId: this.#deps.serverId,
      launchHash: this.#deps.launchHash(),
      era: session.era,
      tool,
      task: {
        taskId,
        status,
        createdAt: now,
        checkedAt: now,
        ...(statusMessage !== undefined && { statusMessage }),
        ...(typeof ttlMs === 'number' && { expiresAt: now + ttlMs }),
      },
      answered: [],
    }
    this.#deps.taskStore.remember(record)
    return { record, said, session }
  }

  /** Waits for a task that was just created. @throws {AppError} */
  follow({ record, said, session }: CreatedTask, request: TaskRequest, signal: AbortSignal): Promise<Raw> {
    return this.#run(record, request, signal, { pollMs: said.pollMs, session })
  }

  /** Waits for a task that an earlier run of Parley left. @throws {AppError} */
  resume(record: TaskRecord, request: TaskRequest, signal: AbortSignal): Promise<Raw> {
    return this.#run(record, request, signal, {})
  }

  async #run(
    record: TaskRecord,
    request: TaskRequest,
    signal: AbortSignal,
    { pollMs, session }: { readonly pollMs?: number | undefined; readonly session?: ProtocolSession },
  ): Promise<Raw> {
    const { clock, limits, taskStore } = this.#deps
    // No deadline for silence: whether the server can still be asked is seen by asking.
    const totalMs = Math.max(1, record.task.createdAt + limits().taskTotalMs - clock.now())
    const deadline = new CallTimeout(clock, { quietMs: totalMs, totalMs }, signal)
    const call = new ActiveCall(request, deadline)
    const progress = new ProgressReporter(request.onProgress)
    const run = new TaskExecution({ ...this.#deps, isOver: (known) => this.#isOver(known) }, record, {
      call,
      onTask: request.onTask ?? ignore,
      onProgress: (said) => progress.push(said),
      pollMs,
    })
    this.#calls.set(record.task.taskId, call)
    if (session) run.listenOn(session)
    try {
      const raw = await run.run({ lookAtOnce: !session })
      taskStore.forget(record.callId)
      return raw
    } catch (thrown) {
      const error = AppError.from(thrown)
      // When Parley quits the task goes on without us, and is asked for at the next start.
      if (isQuitting(signal)) throw error
      taskStore.forget(record.callId)
      if (!run.hasEnded) this.#giveUp(record)
      throw error
    } finally {
      progress.stop()
      deadline.stop()
      if (this.#calls.get(record.task.taskId) === call) this.#calls.delete(record.task.taskId)
      call.fail(new AppError('QUESTION_ENDED', 'The call has ended'))
    }
  }

  #isOver(record: TaskRecord): AppError | undefined {
    const gone = this.#deps.gone()
    if (gone || record.launchHash === this.#deps.launchHash()) return gone
    return new AppError('INTERRUPTED', `${this.#deps.serverId} was changed since it took the call, so it is not asked for the result`, {
      hint: 'Run it again if that is safe: it may have had an effect.',
    })
  }

  /** Tells the server that nobody waits any more, in the way that tasks have for it: what it makes of that is its own matter. */
  giveUp(record: TaskRecord): void {
    this.#deps.taskStore.forget(record.callId)
    this.#giveUp(record)
  }

  #giveUp(record: TaskRecord): void {
    if (this.#isOver(record)) return
    const signal = AbortSignal.timeout(CANCEL_MS)
    this.#deps
      .onLink(async (session) => {
        if (session.era === '2025' && !cancelsTasks(session.capabilities)) return
        await session.request(
          { method: 'tasks/cancel', params: { taskId: record.task.taskId }, callId: record.callId, mayBeTask: true },
          signal,
        )
      }, signal)
      .catch((thrown: unknown) => {
        // Whoever stops a server, or Parley, knows that what it runs is left to it.
        if (AppError.from(thrown).code !== 'INTERRUPTED')
          log('info', 'A task could not be given up', { server: this.#deps.serverId, error: thrown })
      })
  }
}

function ignore(): void {
  // Nobody watches.
}
