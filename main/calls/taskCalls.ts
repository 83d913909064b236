import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { log } from '../lib/log'
import { ActiveCall, type CallRequest } from './activeCall'
import { CallTimeout } from './callTimeout'
import { targetHash, type CallContext } from './callContext'
import type { ProtocolSession } from '../session/protocolSession'
import { parseTask, type ReportedTask } from '../parsing/parseTask'
import { isQuitting } from '../lib/abortReason'
import { cancelsTasks } from '../session/taskSupport'
import { TaskExecution } from './taskExecution'
import type { TaskRecord } from './taskStore'

type Raw = Readonly<Record<string, unknown>>
export type TaskRequest = Omit<CallRequest, 'tool' | 'arguments'>

/** A call that a server runs as a task. */
export interface CreatedTask {
  readonly record: TaskRecord
  readonly said: ReportedTask
  readonly session: ProtocolSession
}

/** The call of an answer that may be a task. */
interface TaskOrigin extends Pick<CallRequest, 'tool' | 'callId'> {
  /** Whether the call asked a 2025 server for a task. */
  readonly wasAskedFor: boolean
}

const CANCEL_MS = 5_000

/** Follows the calls that one server runs as tasks, from creation to end. Keeps their records until then, of a conversation's calls longer. */
export class TaskCalls {
  readonly #context: CallContext

  constructor(context: CallContext) {
    this.#context = context
  }

  /** Reads the answer to a call. Records the task if there is one, before anyone asks for it. Returns undefined for a result. */
  created(session: ProtocolSession, raw: Raw, { tool, callId, wasAskedFor }: TaskOrigin): CreatedTask | undefined {
    if (!(session.era === '2026' ? raw['resultType'] === 'task' : isTask(raw, wasAskedFor))) return undefined
    const { target, clock, taskStore } = this.#context
    const said = parseTask(session.era === '2026' ? raw : raw['task'], session.era, target.serverId)
    const now = clock.now()
    const { taskId, status, statusMessage, ttlMs } = said
    const record: TaskRecord = {
      callId,
      serverId: target.serverId,
      launchHash: targetHash(target),
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
    taskStore.remember(record)
    return { record, said, session }
  }

  /** Waits for a new task. @throws {AppError} */
  follow({ record, said, session }: CreatedTask, request: TaskRequest, signal: AbortSignal): Promise<Raw> {
    return this.#run({ record, pollMs: said.pollMs, session }, request, signal)
  }

  /** Waits for a task that an earlier run of Parley left. @throws {AppError} */
  resume(record: TaskRecord, request: TaskRequest, signal: AbortSignal): Promise<Raw> {
    return this.#run({ record }, request, signal)
  }

  /** Forgets the task and asks the server to cancel it. The server decides what it does then. */
  giveUp(record: TaskRecord): void {
    this.#context.taskStore.forget(record.callId)
    this.#cancel(record)
  }

  async #run(
    { record, pollMs, session }: { readonly record: TaskRecord; readonly pollMs?: number | undefined; readonly session?: ProtocolSession },
    request: TaskRequest,
    signal: AbortSignal,
  ): Promise<Raw> {
    const { clock, limits, activeCalls, taskStore } = this.#context
    // There is no deadline for silence. The requests themselves show whether the server can still be reached.
    const totalMs = Math.max(1, record.task.createdAt + limits().taskTotalMs - clock.now())
    const call = new ActiveCall(request, new CallTimeout(clock, { quietMs: totalMs, totalMs }, signal))
    const run = new TaskExecution(this.#context, record, { call, onTask: request.onTask, pollMs, isOver: () => this.#isOver(record) })
    activeCalls.addTask(record.task.taskId, call)
    if (session) run.listenOn(session)
    try {
      const raw = await run.run({ lookAtOnce: !session })
      // The turn of a conversation forgets it once the end of the call is on disk. Until then the server can be asked for the result again.
      if (request.conversationId === undefined || request.endsWithParley) taskStore.forget(record.callId)
      return raw
    } catch (thrown) {
      const error = AppError.from(thrown)
      // When Parley quits, the task continues on the server. The next start asks for it again.
      if (isQuitting(signal)) throw error
      taskStore.forget(record.callId)
      if (!run.hasEnded) this.#cancel(record)
      throw error
    } finally {
      call.end()
      activeCalls.removeTask(record.task.taskId, call)
      call.fail(new AppError('QUESTION_ENDED', { reason: 'calls.ended' }))
    }
  }

  /** Returns why no one can ask about a task again: its server is gone or was replaced. */
  #isOver(record: TaskRecord): AppError | undefined {
    const { target } = this.#context
    const gone = target.gone()
    if (gone || record.launchHash === targetHash(target)) return gone
    return new AppError('INTERRUPTED', { reason: 'calls.taskServerChanged', params: { server: target.serverId } })
  }

  #cancel(record: TaskRecord): void {
    if (this.#isOver(record)) return
    const { target } = this.#context
    const signal = AbortSignal.timeout(CANCEL_MS)
    target
      .withSession(async (session) => {
        if (session.era === '2025' && !cancelsTasks(session.capabilities)) return
        await session.request({ method: 'tasks/cancel', params: { taskId: record.task.taskId }, callId: record.callId }, signal)
      }, signal)
      .catch((thrown: unknown) => {
        // After a stop of the server or of Parley, the task stays with the server on purpose.
        if (AppError.from(thrown).code !== 'INTERRUPTED')
          log('info', 'A task could not be given up', { server: target.serverId, error: thrown })
      })
  }
}

/** Pure: whether a 2025 server answered with a task. Some say in content that they made the task that was asked for. */
function isTask({ task, content }: Raw, wasAskedFor: boolean): boolean {
  if (!isRecord(task)) return false
  return !Array.isArray(content) || (wasAskedFor && typeof task['taskId'] === 'string')
}
