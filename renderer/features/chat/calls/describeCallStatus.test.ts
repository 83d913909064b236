import { expect, it } from 'vitest'
import type { Call, CallState } from '../../../../shared/domain/chat'
import { CallId, ServerId } from '../../../../shared/domain/ids'
import { argumentSummary, describeCallStatus, progressShare, describeTask } from './describeCallStatus'

const call = (state: CallState, more: Partial<Call> = {}): Call => ({
  id: CallId.parse('00000000-0000-4000-8000-000000000001'),
  serverId: ServerId.parse('Files'),
  tool: 'read',
  definitionHash: '',
  startedBy: 'model',
  asked: {},
  why: { by: 'person', reason: { id: 'approvals.why.undecided' } },
  state,
  startedAt: 1000,
  ...more,
})

it.each([
  ['queued', {}, 'Queued'],
  ['waitingApproval', {}, 'Waiting for you · 7 s'],
  ['waitingAnswer', {}, 'Asks you · 7 s'],
  ['running', {}, '7 s'],
  ['running', { progress: { progress: 42, total: 120 } }, '42 of 120 · 7 s'],
  ['done', { endedAt: 1038, result: { content: [], structured: 'noSchema', isError: false, bytes: 1228 } }, '1.2 KB · 38 ms'],
  ['failed', { endedAt: 1203 }, 'Failed · 203 ms'],
  ['denied', {}, 'You denied it'],
  ['denied', { why: { by: 'rule', reason: { id: 'approvals.why.undecided' } } }, 'Denied by a rule'],
  ['denied', { why: { by: 'policy', reason: { id: 'approvals.why.undecided' } } }, 'Denied by policy'],
  ['stopped', { endedAt: 12_000 }, 'Stopped after 11 s'],
  ['cutOff', {}, 'Cut off when Parley quit'],
] as const)('a call that is %s with %j says: %s', (state, more, words) => {
  expect(describeCallStatus(call(state, more), 8200)).toBe(words)
})

it('knows how far a call is only where the server says of how much', () => {
  expect(progressShare(call('running', { progress: { progress: 3 } }))).toBeUndefined()
  expect(progressShare(call('running', { progress: { progress: 300, total: 100 } }))).toBe(1)
})

it('shows arguments on one line, and a single one without its name', () => {
  expect(argumentSummary({ path: '~/code\n/x' })).toBe('~/code /x')
  expect(argumentSummary({ a: 1, b: [true] })).toBe('a: 1 b: [true]')
  expect(argumentSummary({ text: 'x'.repeat(500) })).toHaveLength(201)
})

it('says how the server’s task stands, and until when the server keeps it', () => {
  const task = { taskId: 't', status: 'working', createdAt: 0, checkedAt: 0 } as const
  expect(describeTask(call('running', { task }))).toBe('Runs as a task, working.')
  expect(describeTask(call('done', { task: { ...task, status: 'completed', expiresAt: 60_000 } }))).toMatch(
    /^Ran as a task, completed\. “Files” keeps it until \d\d:\d\d\.$/,
  )
})
