import type { CallId } from '../../../shared/domain/ids'
import type { TaskStore } from '../../calls/taskStore'
import type { TaskRecord } from '../../calls/taskStore'

/** Task records that last as long as the test. A test can still look at forgotten ones. */
export class MemoryTasks implements TaskStore {
  readonly records = new Map<CallId, TaskRecord>()
  readonly forgotten: TaskRecord[] = []

  remember(record: TaskRecord): void {
    this.records.set(record.callId, record)
  }

  find(callId: CallId): TaskRecord | undefined {
    return this.records.get(callId)
  }

  note(callId: CallId, task: TaskRecord['task']): void {
    const known = this.records.get(callId)
    if (known) this.records.set(callId, { ...known, task })
  }

  noteAnswered(callId: CallId, keys: readonly string[]): void {
    const known = this.records.get(callId)
    if (known) this.records.set(callId, { ...known, answered: [...known.answered, ...keys] })
  }

  forget(callId: CallId): void {
    const known = this.records.get(callId)
    if (known) this.forgotten.push(known)
    this.records.delete(callId)
  }
}
