import type { CallId } from '../../../shared/domain/ids'
import type { WaitBook, WaitRecord } from '../waitBook'

/** Records of waiting calls that last as long as the test. */
export class MemoryWaits implements WaitBook {
  readonly records = new Map<CallId, WaitRecord>()

  remember(record: WaitRecord): void {
    this.records.set(record.callId, record)
  }

  find(callId: CallId): WaitRecord | undefined {
    return this.records.get(callId)
  }

  forget(callId: CallId): void {
    this.records.delete(callId)
  }
}
