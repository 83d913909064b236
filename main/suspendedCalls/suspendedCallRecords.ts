import type { CallId, AccountId, ServerId } from '../../shared/domain/ids'
import type { SuspendedCallStore, SuspendedCallRecord } from '../calls/suspendedCallStore'
import type { Clock } from '../lib/clock'
import type { Database } from '../storage/database'

interface Row {
  readonly call: CallId
  readonly server: ServerId
  readonly launch_hash: string
  readonly account: AccountId | null
  readonly tool: string
  readonly definition_hash: string
  readonly params: string
  readonly request_state: string | null
  readonly round: number
  readonly input_requests: string
}

/** The owner of calls that wait for a person and can go on after a restart: one row per call, for as long as it waits. */
export class SuspendedCallRecords implements SuspendedCallStore {
  readonly #database: Database
  readonly #clock: Pick<Clock, 'now'>
  readonly #onForgotten: (callId: CallId) => void
  /** Most calls ask nothing, and are not looked for on the disk. */
  readonly #known: Set<CallId>

  /** @param onForgotten What was answered for this call is needed no more: it is about to be sent, or nobody wants it. */
  constructor(deps: { readonly database: Database; readonly clock: Pick<Clock, 'now'>; readonly onForgotten: (callId: CallId) => void }) {
    this.#database = deps.database
    this.#clock = deps.clock
    this.#onForgotten = deps.onForgotten
    this.#known = new Set(deps.database.all<{ call: CallId }>('SELECT call FROM suspended_call').map(({ call }) => call))
  }

  remember({
    callId,
    serverId,
    launchHash,
    accountId,
    tool,
    definitionHash,
    params,
    requestState,
    round,
    inputRequests,
  }: SuspendedCallRecord): void {
    this.#database.run(
      `INSERT OR REPLACE INTO suspended_call
         (call, server, launch_hash, account, tool, definition_hash, params, request_state, round, input_requests, created)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      callId,
      serverId,
      launchHash,
      accountId ?? null,
      tool,
      definitionHash,
      JSON.stringify(params),
      // As JSON: SQLite would change a text that is not well-formed Unicode.
      requestState === undefined ? null : JSON.stringify(requestState),
      round,
      JSON.stringify(inputRequests),
      this.#clock.now(),
    )
    this.#known.add(callId)
  }

  has(callId: CallId): boolean {
    return this.#known.has(callId)
  }

  find(callId: CallId): SuspendedCallRecord | undefined {
    if (!this.#known.has(callId)) return undefined
    const row = this.#database.get<Row>('SELECT * FROM suspended_call WHERE call = ?', callId)
    return row && recordOf(row)
  }

  forget(callId: CallId): void {
    if (!this.#known.delete(callId)) return
    this.#database.run('DELETE FROM suspended_call WHERE call = ?', callId)
    this.#onForgotten(callId)
  }

  /** Every other call has ended meanwhile, or nobody goes on with it. */
  keepOnly(calls: ReadonlySet<CallId>): void {
    for (const callId of this.#known) if (!calls.has(callId)) this.forget(callId)
  }
}

/** Only this class writes the rows, so what is in them is what it wrote. */
function recordOf(row: Row): SuspendedCallRecord {
  return {
    callId: row.call,
    serverId: row.server,
    launchHash: row.launch_hash,
    ...(row.account !== null && { accountId: row.account }),
    tool: row.tool,
    definitionHash: row.definition_hash,
    params: JSON.parse(row.params) as SuspendedCallRecord['params'],
    ...(row.request_state !== null && { requestState: JSON.parse(row.request_state) as string }),
    round: row.round,
    inputRequests: JSON.parse(row.input_requests) as SuspendedCallRecord['inputRequests'],
  }
}
