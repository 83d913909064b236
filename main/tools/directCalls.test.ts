import { expect, it } from 'vitest'
import { CallId, ServerId } from '../../shared/domain/ids'
import { sampleServer } from '../../shared/testing/sampleServer'
import { DirectCalls, type DirectCallsDeps } from './directCalls'

const serverId = ServerId.parse('files')
const callId = CallId.parse('0190a5d0-0000-7000-8000-000000000001')
const { signal } = new AbortController()
const nothing = (): void => undefined
const run = { serverId, callId, tool: 'remove', arguments: { path: '/' }, onProgress: nothing, onWaiting: nothing }
const ask = { serverId, method: 'tools/call', params: { name: 'remove', arguments: { path: '/' } } } as const

function setUp(hasLockedRules = true) {
  const sent: string[] = []
  const judged: unknown[] = []
  const deps: DirectCallsDeps = {
    pool: {
      ask: ({ method }) => Promise.resolve({ sent: sent.push(method) }),
      callTool: ({ tool }) => Promise.resolve({ content: [], isError: false, structured: 'noSchema', bytes: sent.push(tool) }),
    },
    approvals: {
      forbidden: (call) => {
        judged.push(call.tool, call.arguments)
        return Promise.resolve({ by: 'policy', reason: { id: 'legacy.text', params: { text: 'Atlas IT denies remove' } } })
      },
    },
    servers: { get: (id) => sampleServer(id) },
    toolOf: () => undefined,
    hasLockedRules: () => hasLockedRules,
  }
  return { calls: new DirectCalls(deps), sent, judged }
}

it('sends nothing that the policy forbids, also of a tool that nobody knows yet, and says why', async () => {
  const { calls, sent, judged } = setUp()
  const refused = {
    code: 'POLICY',
    reason: 'approvals.forbidden',
    params: { why: { id: 'legacy.text', params: { text: 'Atlas IT denies remove' } }, ask: { id: 'policy.askManager' } },
  }
  await expect(calls.callTool(run, signal)).rejects.toMatchObject(refused)
  await expect(calls.ask(ask, signal)).rejects.toMatchObject(refused)
  const asJudged = [{ name: 'remove', hash: '', inputSchema: {} }, { path: '/' }]
  expect([sent, judged]).toEqual([[], [...asJudged, ...asJudged]])
})

it('asks the policy about calls of tools only, and only where it has rules', async () => {
  const { calls, sent, judged } = setUp()
  await calls.ask({ serverId, method: 'resources/read', params: { uri: 'a:b' } }, signal)
  const free = setUp(false)
  await free.calls.ask(ask, signal)
  await free.calls.callTool(run, signal)
  expect([sent, judged, free.sent, free.judged]).toEqual([['resources/read'], [], ['tools/call', 'remove'], []])
})
