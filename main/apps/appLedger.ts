import type { AppCallRecord } from '../../shared/domain/apps/app'
import type { JsonObject } from '../../shared/lib/json'
import { jsonStart } from '../lib/jsonSize'

/** The latest of them are kept. */
const KEPT = 200
const ARGUMENT_CHARACTERS = 10_000

/** How a call goes on. */
export type AppCallChange = Pick<AppCallRecord, 'state'> & Partial<Pick<AppCallRecord, 'endedAt' | 'error'>>

/** The calls of tools that one app made, in memory. */
export class AppLedger {
  #records: readonly AppCallRecord[] = []

  all(): readonly AppCallRecord[] {
    return this.#records
  }

  /** Notes a call. Returns what notes how it goes on. */
  begin(tool: string, args: JsonObject, at: number): (change: AppCallChange) => void {
    let record: AppCallRecord = { tool, arguments: jsonStart(args, ARGUMENT_CHARACTERS).json, at, state: 'waiting' }
    this.#records = [...this.#records, record].slice(-KEPT)
    return (change) => {
      const next = { ...record, ...change }
      this.#records = this.#records.map((one) => (one === record ? next : one))
      record = next
    }
  }
}
