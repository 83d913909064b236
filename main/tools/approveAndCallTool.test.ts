import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { CallId, ConversationId } from '../../shared/domain/ids'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { sampleServer } from '../../shared/testing/sampleServer'
import type { Approval } from '../approvals/approvalBroker'
import { systemClock } from '../lib/clock'
import type { ArgumentVerdict } from './checkArguments'
import { approveAndCallTool, type CallChange, type ServerCall, type ToolCallRequest } from './approveAndCallTool'

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
  startedBy: 'model',
}

async function run(options: {
  approve?: (signal: AbortSignal, beforeAsking: () => Promise<void>) => Promise<Approval>
  verdict?: ArgumentVerdict
  check?: (value: unknown) => ArgumentVerdict
  call?: (call: ServerCall, signal: AbortSignal) => Promise<ToolResult>
  request?: Partial<ToolCallRequest>
  kept?: (change: CallChange) => Promise<void>
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
    async (change) => {
      changes.push(change)
      await options.kept?.(change)
    },
    options.signal ?? new AbortController().signal,
  )
  return { last, changes, sent, states: [...changes, last].flatMap(({ state }) => state ?? []) }
}

it('tells that a call waits for a place at its server, and that it is sent', async () => {
  const { changes } = await run({
    call: (call) => {
      call.onQueued(true)
      call.onQueued(false)
      return Promise.resolve(done)
    },
  })
  expect(changes.flatMap(({ queuedAtServer }) => queuedAtServer ?? [])).toEqual([true, false])
})

it('sends nothing before it is kept that the call runs: a crash would ask for it again', async () => {
  const sentBefore: CallChange['state'][] = []
  let kept = false
  const { last } = await run({
    kept: async (change) => {
      await new Promise((resolve) => setImmediate(resolve))
      kept = change.state === 'running'
    },
    call: () => {
      if (!kept) sentBefore.push('running')
      return Promise.resolve(done)
    },
  })
  expect(last.state).toBe('done')
  expect(sentBefore).toEqual([])
})

it('sends nothing when it cannot be kept that the call runs, as on a full disk', async () => {
  const stopping = new AbortController()
  const { last, sent } = await run({
    signal: stopping.signal,
    kept: ({ state }) => {
      if (state === 'running') stopping.abort(new AppError('INTERRUPTED', { reason: 'chat.quit' }))
      return new Promise(() => {})
    },
  })
  expect(sent).toEqual([])
  expect(last.state).not.toBe('done')
})

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

const MISFIT: ArgumentVerdict = { verdict: 'invalid', misfits: [{ pointer: '/a', what: { kind: 'required' } }] }

it.each<[ArgumentVerdict, string]>([
  [MISFIT, 'misfits.at.required'],
  [{ verdict: 'unverifiable', reason: { id: 'errors.schemas.elsewhere', params: { address: 'x' } } }, 'elsewhere'],
])('J05: sends nothing when the arguments are %j', async (verdict, words) => {
  const { last, sent } = await run({ verdict })
  expect(last).toMatchObject({ state: 'failed', error: { code: 'INVALID_ARGUMENTS' } })
  expect(JSON.stringify(last.error)).toContain(words)
  expect(sent).toEqual([])
})

it.each<ArgumentVerdict>([MISFIT, { verdict: 'unverifiable', reason: { id: 'errors.schemas.elsewhere', params: { address: 'x' } } }])(
  'J05: asks nobody about arguments of a model that would not be sent, and says why in words of Parley: $verdict',
  async (verdict) => {
    let questions = 0
    const approve = () => Promise.resolve({ ...allowed, edited: Boolean(++questions) })
    const { last, states } = await run({ verdict, approve })
    expect([questions, states, last.error?.said]).toEqual([0, ['failed'], undefined])
  },
)

it('J05: checks what a person made of the arguments once more, and nothing else twice', async () => {
  const checked: unknown[] = []
  const check = (value: unknown): ArgumentVerdict => {
    checked.push(value)
    return JSON.stringify(value) === '{"a":2}' ? MISFIT : { verdict: 'valid' }
  }
  const edited = await run({ check, approve: () => Promise.resolve({ ...allowed, arguments: { a: 2 }, edited: true }) })
  expect([edited.sent, edited.last.error?.reason]).toEqual([[], 'tools.argumentsDoNotFit'])
  checked.length = 0
  await run({ check })
  expect(checked).toEqual([{ a: 1 }])
})

it('takes null for an optional argument that was left out, and sends it as it was approved', async () => {
  const tool = { name: 'echo', inputSchema: { type: 'object', properties: { a: { type: 'number' } } }, hash: 'h' }
  const approval: Approval = { ...allowed, arguments: { a: null } }
  const { last, sent } = await run({
    request: { tool, arguments: { a: null } },
    approve: () => Promise.resolve(approval),
    check: (value) => (JSON.stringify(value) === '{}' ? { verdict: 'valid' } : MISFIT),
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
