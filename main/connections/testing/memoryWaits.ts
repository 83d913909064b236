import type { CallId } from '../../../shared/domain/ids'
import type { SuspendedCallStore, SuspendedCallRecord } from '../../calls/suspendedCall'

/** Records of suspended calls that last as long as the test. */
export class MemorySuspendedCalls implements SuspendedCallStore {
  readonly records = new Map<CallId, SuspendedCallRecord>()

  remember(record: SuspendedCallRecord): void {
    this.records.set(record.callId, record)
  }

  find(callId: CallId): SuspendedCallRecord | undefined {
    return this.records.get(callId)
  }

  forget(callId: CallId): void {
    this.records.delete(callId)
  }
}
