import type { Era } from '../../shared/domain/connectionState'
import type { CallId, ServerId } from '../../shared/domain/ids'
import type { CallTask } from '../../shared/domain/task'

/** Everything needed to ask the same server for the same task again, even after Parley was killed. */
export interface TaskRecord {
  readonly callId: CallId
  readonly serverId: ServerId
  /** Hash of the launch that created the task. Another program or address is not asked about it. */
  readonly launchHash: string
  readonly era: Era
  readonly tool: string
  readonly task: CallTask
  /** The keys of the task's answered questions. Each is answered once. */
  readonly answered: readonly string[]
}
/** The owner of task records, as connections need it. */
export interface TaskStore {
  /** Written before the first look at the task. */
  remember(record: TaskRecord): void
  find(callId: CallId): TaskRecord | undefined
  /** Records the latest state of the task. */
  note(callId: CallId, task: CallTask): void
  noteAnswered(callId: CallId, keys: readonly string[]): void
  /** Called when no one will ask for the task again: it failed, or its result is kept. */
  forget(callId: CallId): void
}
