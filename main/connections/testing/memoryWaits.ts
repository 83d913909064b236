import type { CallId } from '../../../shared/domain/ids'
import type { SuspendedCallStore, SuspendedCall } from '../../calls/suspendedCallStore'

/** Records of waiting calls that last as long as the test. */
export class MemorySuspendedCalls implements SuspendedCallStore {
  readonly records = new Map<CallId, SuspendedCall>()

  remember(record: SuspendedCall): void {
    this.records.set(record.callId, record)
  }

  find(callId: CallId): SuspendedCall | undefined {
    return this.records.get(callId)
  }

  forget(callId: CallId): void {
    this.records.delete(callId)
  }
}
