import { expect, it } from 'vitest'
import { CallId, AccountId, ServerId } from '../../shared/domain/ids'
import type { SuspendedCallRecord } from '../calls/suspendedCall'
import { systemClock } from '../lib/clock'
import { Database } from '../storage/database'
import { SuspendedCallTable } from './suspendedCallTable'

const open = (database: Database, forgotten: CallId[] = []): SuspendedCallTable =>
  new SuspendedCallTable({ database, clock: systemClock, onForgotten: (callId) => forgotten.push(callId) })
const record = (more: Partial<SuspendedCallRecord> = {}): SuspendedCallRecord => ({
  callId: CallId.parse(systemClock.newId()),
  serverId: ServerId.parse('asks'),
  launchHash: 'hash',
  tool: 'go',
  definitionHash: 'tool hash',
  params: { name: 'go', arguments: { path: 'ä', list: [1, null, 0.1] } },
  round: 2,
  inputRequests: { who: { method: 'elicitation/create', params: { message: 'Who?' } } },
  ...more,
})

it('MR-12: keeps everything that is needed to go on with a call, and gives it to the next run', () => {
  const database = new Database(':memory:')
  const kept = [record({ accountId: AccountId.parse(systemClock.newId()), requestState: 'state' }), record()]
  for (const each of kept) open(database).remember(each)
  expect(kept.map(({ callId }) => open(database).find(callId))).toEqual(kept)
})

it('MR-03: gives back a state to the byte that no text of the database could hold', () => {
  const database = new Database(':memory:')
  const states = ['{"n":1}  é\u2028😀', 'with\u0000nothing', '\ud800 alone', '', '\u00e9 e\u0301', '\r\n\t\\"'].map((requestState) =>
    record({ requestState }),
  )
  for (const each of states) open(database).remember(each)
  expect(states.map(({ callId }) => open(database).find(callId)?.requestState)).toEqual(states.map(({ requestState }) => requestState))
})

it('writes nothing for a call that asks nothing, and does not look for it on the disk', () => {
  const database = new Database(':memory:')
  const suspendedCalls = open(database)
  database.run('DROP TABLE suspended_call')
  const { callId } = record()
  suspendedCalls.forget(callId)
  expect(suspendedCalls.find(callId)).toBeUndefined()
})

it('forgets a call whose answers are about to be sent, and all that nobody goes on with, and tells of each once', () => {
  const database = new Database(':memory:')
  const forgotten: CallId[] = []
  const suspendedCalls = open(database, forgotten)
  const [sent, left, going] = [record(), record(), record()]
  for (const each of [sent, left, going]) suspendedCalls.remember(each)
  suspendedCalls.forget(sent.callId)
  suspendedCalls.forget(sent.callId)
  suspendedCalls.keepOnly(new Set([going.callId]))
  expect({ forgotten, kept: database.all('SELECT call FROM suspended_call') }).toEqual({
    forgotten: [sent.callId, left.callId],
    kept: [{ call: going.callId }],
  })
})
