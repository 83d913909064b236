import { expect, it } from 'vitest'
import { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { systemClock } from '../lib/clock'
import type { CallChange, ToolCaller } from './approveAndCallTool'
import { resumeSuspendedCall } from './resumeSuspendedCall'

const call = {
  callId: CallId.parse(systemClock.newId()),
  conversationId: ConversationId.parse(systemClock.newId()),
  serverId: ServerId.parse('asks'),
}

async function run(resume: ToolCaller['resumeSuspendedCall'], signal = new AbortController().signal) {
  const changes: CallChange[] = []
  const anew = (): Promise<never> => Promise.reject(new Error('Called anew'))
  const pool: ToolCaller = { callTool: anew, resumeTask: anew, resumeSuspendedCall: resume }
  const last = await resumeSuspendedCall({ pool, clock: systemClock }, call, async (change) => void changes.push(change), signal)
  return { changes, last }
}

it('tells when a person is asked, and how the call ended', async () => {
  const { changes, last } = await run((asked) => {
    asked.onWaiting(true)
    asked.onWaiting(false)
    return Promise.resolve({ content: [], structured: 'noSchema', isError: false, bytes: 0 })
  })
  expect([changes, last]).toMatchObject([
    [{ state: 'waitingAnswer' }, { state: 'running' }],
    { state: 'done', endedAt: expect.any(Number) },
  ])
})

it.each(['INTERRUPTED', 'NOT_FOUND', 'CONFLICT', 'UNKNOWN_TOOL', 'SERVER_NOT_READY', 'POLICY'] as const)(
  'calls a call cut off that cannot go on for want of the server that it was made to (%s)',
  async (code) => {
    const { last } = await run(() => Promise.reject(new AppError(code, 'asks was changed')))
    expect(last).toMatchObject({ state: 'cutOff', error: { code, message: 'asks was changed' } })
  },
)

it('calls a call failed whose server, or whose person, said no', async () => {
  const { last } = await run(() => Promise.reject(new AppError('DENIED', 'User rejected it')))
  expect(last).toMatchObject({ state: 'failed', error: { code: 'DENIED' } })
})

it('ends at once as stopped when a person stops it, whatever the server does', async () => {
  const stop = new AbortController()
  const running = run(() => new Promise(() => undefined), stop.signal)
  stop.abort(new AppError('CANCELLED', 'You stopped this call'))
  expect((await running).last).toMatchObject({ state: 'stopped', error: { message: 'You stopped this call' } })
})
