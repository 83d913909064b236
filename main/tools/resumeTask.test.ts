import { expect, it } from 'vitest'
import { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { systemClock } from '../lib/clock'
import type { CallChange, ToolCaller } from './approveAndCallTool'
import { resumeTask } from './resumeTask'

const done: ToolResult = { content: [{ type: 'text', text: 'done' }], structured: 'noSchema', isError: false, bytes: 4 }
const call = {
  callId: CallId.parse(systemClock.newId()),
  conversationId: ConversationId.parse(systemClock.newId()),
  serverId: ServerId.parse('worker'),
  task: { taskId: 't', status: 'working', createdAt: 1, checkedAt: 1 },
} as const

async function run(resume: ToolCaller['resumeTask'], signal = new AbortController().signal) {
  const changes: CallChange[] = []
  const pool: ToolCaller = { callTool: () => Promise.reject(new Error('Called anew')), resumeTask: resume, resumeSuspendedCall: resume }
  const last = await resumeTask({ pool, clock: systemClock }, call, async (change) => void changes.push(change), signal)
  return { changes, last }
}

it('TK-05: tells at once that the call runs, and how it ended', async () => {
  const { changes, last } = await run(async ({ onTask }) => {
    onTask({ ...call.task, status: 'completed' })
    return done
  })
  expect({ changes, last }).toEqual({
    changes: [{ state: 'running', task: call.task }, { task: { ...call.task, status: 'completed' } }],
    last: { state: 'done', result: done, endedAt: expect.any(Number) },
  })
})

it('cuts a call off that belongs to another server than the one of this name now', async () => {
  const { last } = await run(() => Promise.reject(new AppError('INTERRUPTED', 'worker was changed')))
  expect(last).toMatchObject({ state: 'cutOff', error: { code: 'INTERRUPTED', message: 'worker was changed' } })
})

it('fails with what went wrong, and ends at once when a person stops it', async () => {
  const failed = await run(() => Promise.reject(new AppError('NOT_FOUND', 'worker does not know the task any more')))
  const stop = new AbortController()
  const stopped = run(() => new Promise(() => undefined), stop.signal)
  stop.abort(new AppError('CANCELLED', 'You stopped it'))
  expect([failed.last, (await stopped).last]).toMatchObject([
    { state: 'failed', error: { code: 'NOT_FOUND' } },
    { state: 'stopped', error: { code: 'CANCELLED', message: 'You stopped it' } },
  ])
})
