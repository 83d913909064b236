import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Why } from '../../shared/domain/chat'
import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { CallChange } from '../tools/approveAndCallTool'
import { runTurn, type ModelEvent } from './turnLoop'

/** What a call says of its decision after it ended in this way. */
async function whyAfter(end: CallChange): Promise<Why | undefined> {
  const asks: ModelEvent = { type: 'call', modelCallId: 'c', modelToolName: 'files__echo', arguments: {} }
  const answers: ModelEvent[][] = [[asks]]
  const deps = {
    async *think() {
      yield* answers.shift() ?? []
    },
    describe: () => ({ serverId: ServerId.parse('files'), tool: 'echo', definitionHash: 'h' }),
    inputs: { begin: () => false, write: () => {}, complete: () => {}, end: () => {} },
    takeSteering: () => undefined,
    runCall: () => Promise.resolve(end),
    newId: () => randomUUID(),
    now: () => 0,
    stepLimit: 5,
    stepsTaken: 0,
  }
  let why: Why | undefined
  for await (const event of runTurn(deps, [], new AbortController().signal)) if (event.type === 'callChanged') why = event.call.why
  return why
}

const failed = (reason: 'tools.argumentsDoNotFit' | 'tools.argumentsUnchecked' | 'chat.notJson'): CallChange => ({
  state: 'failed',
  error: new AppError('INVALID_ARGUMENTS', { reason, params: { tool: 'echo', problems: [], why: '' } }).toData(),
})

it.each<[end: CallChange, said: string]>([
  [failed('tools.argumentsDoNotFit'), 'approvals.why.argumentsDoNotFit'],
  [failed('tools.argumentsUnchecked'), 'approvals.why.argumentsUnchecked'],
  [failed('chat.notJson'), 'approvals.why.endedUndecided'],
  [{ state: 'stopped' }, 'approvals.why.endedUndecided'],
])('says of no call that has ended that a decision about it is still open: %j', async (end, said) => {
  expect(await whyAfter(end)).toEqual({ by: 'pending', reason: { id: said } })
})

it('keeps the reason that came with the end, and a decision that was made', async () => {
  const withdrawn: Why = { by: 'pending', reason: { id: 'approvals.why.expired' } }
  const denied: Why = { by: 'person', reason: { id: 'approvals.why.denied' }, verdict: 'deny' }
  expect([await whyAfter({ state: 'stopped', why: withdrawn }), await whyAfter({ state: 'denied', why: denied })]).toEqual([
    withdrawn,
    denied,
  ])
})
