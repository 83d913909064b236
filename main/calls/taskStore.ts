import type { Era } from '../../shared/domain/connection'
import type { CallId, ServerId } from '../../shared/domain/ids'
import type { CallTask } from '../../shared/domain/task'

/** Everything that is needed to ask the same server for the same task again, also after Parley was killed. */
export interface TaskRecord {
  readonly callId: CallId
  readonly serverId: ServerId
  /** Of the launch under which the task was created: another program, or another address, is not asked about it. */
  readonly launchHash: string
  readonly era: Era
  readonly tool: string
  readonly task: CallTask
  /** The questions of the task that were answered, by their keys: each is answered once. */
  readonly answered: readonly string[]
}

/** The owner of task records, as connections need it. */
export interface TaskStore {
  /** Written before the first look at the task. */
  remember(record: TaskRecord): void
  find(callId: CallId): TaskRecord | undefined
  /** What became known of the task since. */
  note(callId: CallId, task: CallTask): void
  noteAnswered(callId: CallId, keys: readonly string[]): void
  /** Nobody will ask for it again. */
  forget(callId: CallId): void
}
