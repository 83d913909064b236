import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { CallId, ConversationId } from '../../shared/domain/ids'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { sampleServer } from '../../shared/testing/sampleServer'
import type { Approval } from '../approvals/approvalBroker'
import { systemClock } from '../lib/clock'
import { approveAndCallTool, type ArgumentVerdict, type CallChange, type ServerCall, type ToolCallRequest } from './approveAndCallTool'

const done: ToolResult = { content: [], structured: 'noSchema', isError: false, bytes: 2 }
const allowed: Approval = {
  verdict: 'allow',
  arguments: { a: 1 },
  edited: false,
  why: { by: 'rule', reason: { id: 'legacy.text', params: { text: 'A rule allows it' } } },
}
const request: ToolCallRequest = {
  callId: CallId.parse(randomUUID()),
  conversationId: ConversationId.parse(randomUUID()),
  server: sampleServer('files'),
  tool: { name: 'echo', inputSchema: { type: 'object' }, hash: 'h' },
  arguments: { a: 1 },
  model: 'm',
  startedBy: 'model',
}

async function run(options: {
  approve?: (signal: AbortSignal, beforeAsking: () => Promise<void>) => Promise<Approval>
  verdict?: ArgumentVerdict
  check?: (value: unknown) => ArgumentVerdict
  call?: (call: ServerCall, signal: AbortSignal) => Promise<ToolResult>
  request?: Partial<ToolCallRequest>
  signal?: AbortSignal
}) {
  const changes: CallChange[] = []
  const sent: ServerCall[] = []
  const last = await approveAndCallTool(
    {
      approvals: {
        approve: ({ beforeAsking = () => Promise.resolve() }, signal) =>
          options.approve?.(signal, beforeAsking) ?? Promise.resolve(allowed),
        approveOwn: (own) =>
          Promise.resolve({
            ...allowed,
            arguments: own.arguments,
            why: { by: 'startedByPerson', reason: { id: 'approvals.why.startedByPerson' } },
          }),
      },
      checker: { check: (_server, _schema, value) => Promise.resolve(options.check?.(value) ?? options.verdict ?? { verdict: 'valid' }) },
      pool: {
        callTool: (call, signal) => {
          sent.push(call)
          return options.call?.(call, signal) ?? Promise.resolve(done)
        },
        resumeTask: () => Promise.resolve(done),
        resumeSuspendedCall: () => Promise.resolve(done),
      },
      clock: systemClock,
    },
    { ...request, ...options.request },
    (change) => changes.push(change),
    options.signal ?? new AbortController().signal,
  )
  return { last, changes, sent, states: [...changes, last].flatMap(({ state }) => state ?? []) }
}

it('does not show a call as waiting that a rule decides', async () => {
  const { states, last } = await run({})
  expect(states).toEqual(['running', 'done'])
  expect(last.result).toBe(done)
})

it('shows a call as waiting while a person decides, and while a question of it is open', async () => {
  const { states } = await run({
    approve: async (_signal, beforeAsking) => {
      await beforeAsking()
      return allowed
    },
    call: (call) => {
      call.onWaiting(true)
      call.onWaiting(false)
      return Promise.resolve(done)
    },
  })
  expect(states).toEqual(['waitingApproval', 'running', 'waitingAnswer', 'running', 'done'])
})

it('says nothing of a call that was stopped while rules were looked at', async () => {
  const stop = new AbortController()
  const decided = Promise.withResolvers<void>()
  let asking: Promise<void> = Promise.resolve()
  const { changes, last } = await run({
    signal: stop.signal,
    approve: async (_signal, beforeAsking) => {
      stop.abort(new AppError('CANCELLED', 'The turn was stopped.'))
      await decided.promise
      asking = beforeAsking()
      await asking
      return allowed
    },
  })
  decided.resolve()
  await decided.promise
  await expect(asking).rejects.toMatchObject({ code: 'CANCELLED' })
  expect([last.state, changes]).toEqual(['stopped', []])
})

it('TL-05: sends exactly what was approved', async () => {
  const { sent, changes } = await run({ approve: () => Promise.resolve({ ...allowed, arguments: { a: 2 }, edited: true }) })
  expect([sent[0]?.arguments, sent[0]?.definitionHash]).toEqual([{ a: 2 }, 'h'])
  expect(changes[0]).toMatchObject({ state: 'running', approved: { a: 2 } })
})

it.each<[ArgumentVerdict, string]>([
  [{ verdict: 'invalid', errors: ['/a must be string'] }, '/a must be string'],
  [{ verdict: 'unverifiable', reason: { id: 'errors.schemas.elsewhere', params: { address: 'x' } } }, 'elsewhere'],
])('J05: sends nothing when the arguments are %j', async (verdict, words) => {
  const { last, sent } = await run({ verdict })
  expect(last).toMatchObject({ state: 'failed', error: { code: 'INVALID_ARGUMENTS' } })
  expect(JSON.stringify(last.error)).toContain(words)
  expect(sent).toEqual([])
})

it('takes null for an optional argument that was left out, and sends it as it was approved', async () => {
  const tool = { name: 'echo', inputSchema: { type: 'object', properties: { a: { type: 'number' } } }, hash: 'h' }
  const approval: Approval = { ...allowed, arguments: { a: null } }
  const { last, sent } = await run({
    request: { tool },
    approve: () => Promise.resolve(approval),
    check: (value) => (JSON.stringify(value) === '{}' ? { verdict: 'valid' } : { verdict: 'invalid', errors: ['/a must be number'] }),
  })
  expect(last.state).toBe('done')
  expect(sent[0]?.arguments).toEqual({ a: null })
})

it('TL-01: sends nothing that was denied or that nobody decided about', async () => {
  const denied = await run({
    approve: () =>
      Promise.resolve({ verdict: 'deny', why: { by: 'rule', reason: { id: 'legacy.text', params: { text: 'A rule denies it' } } } }),
  })
  expect(denied.last).toMatchObject({ state: 'denied', error: { code: 'DENIED' }, why: { by: 'rule' } })
  const withdrawn = await run({ approve: () => Promise.resolve({ verdict: 'withdrawn', reason: { id: 'approvals.why.expired' } }) })
  expect(withdrawn.last).toMatchObject({
    state: 'stopped',
    error: { code: 'QUESTION_ENDED', params: { why: { id: 'approvals.why.expired' } } },
  })
  expect([...denied.sent, ...withdrawn.sent]).toEqual([])
})

it('asks nobody about a call that a person makes', async () => {
  const { last, states } = await run({ request: { startedBy: 'person' }, approve: () => Promise.reject(new Error('asked')) })
  expect([last.state, states]).toEqual(['done', ['running', 'done']])
})

it.each(['before', 'during the question', 'during the call'])(
  'ends at once when it is stopped %s, though nothing else ends',
  async (when) => {
    const stopping = new AbortController()
    const never = () => new Promise<never>(() => undefined)
    const stop = () => {
      queueMicrotask(() => stopping.abort(new AppError('CANCELLED', 'You stopped it')))
      return never()
    }
    if (when === 'before') stopping.abort(new AppError('CANCELLED', 'You stopped it'))
    const { last } = await run({
      approve: () => (when === 'during the question' ? stop() : Promise.resolve(allowed)),
      call: stop,
      signal: stopping.signal,
    })
    expect(last).toMatchObject({ state: 'stopped', error: { code: 'CANCELLED' } })
  },
)

it('keeps the code and the hint of what went wrong', async () => {
  const { last } = await run({ call: () => Promise.reject(new AppError('SERVER_EXITED', 'It ended', { hint: 'Restart it.' })) })
  expect(last).toMatchObject({ state: 'failed', error: { code: 'SERVER_EXITED', hint: 'Restart it.' } })
})
