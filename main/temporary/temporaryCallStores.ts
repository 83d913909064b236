import type { CallId } from '../../shared/domain/ids'
import type { SuspendedCallStore } from '../calls/suspendedCall'
import type { TaskStore } from '../calls/taskStore'

/** Keeps the tasks of temporary calls in memory, and all others on disk. */
export function taskStoreFor(isTemporary: (callId: CallId) => boolean, temporary: TaskStore, onDisk: TaskStore): TaskStore {
  const of = (callId: CallId): TaskStore => (isTemporary(callId) ? temporary : onDisk)
  return {
    remember: (record) => of(record.callId).remember(record),
    find: (callId) => of(callId).find(callId),
    note: (callId, task) => of(callId).note(callId, task),
    noteAnswered: (callId, keys) => of(callId).noteAnswered(callId, keys),
    forget: (callId) => of(callId).forget(callId),
  }
}

/** Keeps temporary calls that wait for a person in memory, and all others on disk. */
export function suspendedCallStoreFor(
  isTemporary: (callId: CallId) => boolean,
  temporary: SuspendedCallStore,
  onDisk: SuspendedCallStore,
): SuspendedCallStore {
  const of = (callId: CallId): SuspendedCallStore => (isTemporary(callId) ? temporary : onDisk)
  return {
    remember: (record) => of(record.callId).remember(record),
    find: (callId) => of(callId).find(callId),
    forget: (callId) => of(callId).forget(callId),
  }
}
