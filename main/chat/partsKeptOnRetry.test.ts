import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { CallState, Part } from '../../shared/domain/chat'
import { CallId, PartId, ServerId } from '../../shared/domain/ids'
import { partsKeptOnRetry } from './partsKeptOnRetry'

const id = () => PartId.parse(randomUUID())
const text: Part = { id: id(), kind: 'text', text: 'words' }
const notice: Part = { id: id(), kind: 'notice', error: { code: 'MODEL_ERROR', message: 'failed' } }
function call(state: CallState, step: number): Part {
  const call = {
    id: CallId.parse(randomUUID()),
    serverId: ServerId.parse('files'),
    tool: 'echo',
    definitionHash: 'h',
    startedBy: 'model',
    asked: {},
    why: { by: 'person', reason: { id: 'approvals.why.undecided' } },
    state,
    startedAt: 0,
  } as const
  return { id: id(), kind: 'call', modelCallId: 'c', modelToolName: 'files__echo', step, call }
}

it('keeps calls that came to an end, and drops what the model said after them', () => {
  const first = call('done', 1)
  const second = call('denied', 2)
  expect(partsKeptOnRetry([text, first, text, second, text, notice])).toEqual([text, first, text, second])
})

it('drops a step whole when one of its calls did not come to an end', () => {
  const first = call('failed', 1)
  expect(partsKeptOnRetry([first, text, call('done', 2), call('stopped', 2), notice])).toEqual([first])
})

it('begins anew when no call was made', () => {
  expect(partsKeptOnRetry([text, notice])).toEqual([])
})
