import * as z from 'zod'
import { CallId, AccountId, ServerId } from '../../shared/domain/ids'
import { isRecord } from '../../shared/lib/json'
import type { SuspendedCallStore, SuspendedCallRecord } from '../calls/suspendedCall'
import type { Clock } from '../lib/clock'
import { json, ownObject } from '../storage/columnSchemas'
import type { Database } from '../storage/database'

const Row = z.object({
  call: CallId,
  server: ServerId,
  launch_hash: z.string(),
  account: AccountId.nullable(),
  tool: z.string(),
  definition_hash: z.string(),
  params: json(
    z.custom<SuspendedCallRecord['params']>(
      (value) => isRecord(value) && typeof value['name'] === 'string' && isRecord(value['arguments']),
    ),
  ),
  request_state: json(z.string()).nullable(),
  round: z.number(),
  input_requests: json(ownObject<SuspendedCallRecord['inputRequests']>()),
})

/** Owner of calls that wait for a person and can continue after a restart. One row per call, as long as it waits. */
export class SuspendedCallTable implements SuspendedCallStore {
  readonly #database: Database
  readonly #clock: Pick<Clock, 'now'>
  readonly #onForgotten: (callId: CallId) => void
  /** The calls in the table. Most calls ask nothing, and this set avoids a disk read for them. */
  readonly #known: Set<CallId>

  /** @param onForgotten Called when the answers for a call are no longer needed: they are about to be sent, or the call is over. */
  constructor(deps: { readonly database: Database; readonly clock: Pick<Clock, 'now'>; readonly onForgotten: (callId: CallId) => void }) {
    this.#database = deps.database
    this.#clock = deps.clock
    this.#onForgotten = deps.onForgotten
    this.#known = new Set(deps.database.all('SELECT call FROM suspended_call').map(({ call }) => CallId.parse(call)))
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
      // As JSON, because SQLite would change text that is not well-formed Unicode.
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
    const row = this.#database.get('SELECT * FROM suspended_call WHERE call = ?', callId)
    return row && recordOf(Row.parse(row))
  }

  forget(callId: CallId): void {
    if (!this.#known.delete(callId)) return
    this.#database.run('DELETE FROM suspended_call WHERE call = ?', callId)
    this.#onForgotten(callId)
  }

  /** Forgets all other calls: they have ended, or no one will continue them. */
  keepOnly(calls: ReadonlySet<CallId>): void {
    for (const callId of this.#known) if (!calls.has(callId)) this.forget(callId)
  }
}

function recordOf(row: z.infer<typeof Row>): SuspendedCallRecord {
  return {
    callId: row.call,
    serverId: row.server,
    launchHash: row.launch_hash,
    ...(row.account !== null && { accountId: row.account }),
    tool: row.tool,
    definitionHash: row.definition_hash,
    params: row.params,
    ...(row.request_state !== null && { requestState: row.request_state }),
    round: row.round,
    inputRequests: row.input_requests,
  }
}
