import { expect, it } from 'vitest'
import { APP_TOO_LONG_CODE } from '../../../../../shared/confinedFrames/frameMessages'
import { settle } from '../../../../testing/settle'
import type { RpcMessage } from './jsonRpc'
import { testBridge } from './testing/testBridge'

const pin = { name: 'pin', inputSchema: { type: 'object' } }
const requestId = '00000000-0000-4000-8000-000000000001'
const callPin = { type: 'callTool', requestId, tool: 'pin', arguments: { note: 'a' } } as const

/** A ready app that provides tools, and what it was asked since. */
function providing(capabilities: unknown = { tools: { listChanged: true } }) {
  const bench = testBridge()
  const asked = bench.begin('2026-01-26', capabilities).filter(isRequest)
  const answer = async (message: RpcMessage | undefined, result: unknown) => {
    bench.hear({ jsonrpc: '2.0', id: message && 'id' in message && message.id, result })
    await settle()
  }
  return { ...bench, asked, answer, requests: () => bench.sent().filter(isRequest) }
}
const isRequest = (message: RpcMessage): boolean => 'method' in message && 'id' in message

it('AP-30: an app that declares tools is asked for them once it is ready, and again when they have changed, once a second at most', async () => {
  const { asked, answer, notify, provided, pass, requests } = providing()
  expect(asked).toMatchObject([{ method: 'tools/list', params: {} }])
  await answer(asked[0], { tools: [pin] })
  expect(provided).toEqual([[pin]])
  for (let index = 0; index < 5; index++) notify('notifications/tools/list_changed')
  expect(requests()).toEqual([])
  pass(1_000)
  const again = requests()
  expect(again).toMatchObject([{ method: 'tools/list' }])
  await answer(again[0], { tools: [] })
  expect(provided).toEqual([[pin], []])
})

it.each([{}, { tools: true }, { tools: [] }, null])('an app that declares none is not asked: %j', (capabilities) => {
  const { asked, notify, requests } = providing(capabilities)
  notify('notifications/tools/list_changed')
  expect([asked, requests()]).toEqual([[], []])
})

it('L17: follows the pages of a list, up to 50 tools, and leaves what is no tool', async () => {
  const { asked, answer, provided, requests } = providing()
  const page = (from: number) => Array.from({ length: 30 }, (_, index) => ({ ...pin, name: `tool${from + index}` }))
  await answer(asked[0], { tools: ['none', ...page(0)], nextCursor: 'more' })
  const [second] = requests()
  expect(second).toMatchObject({ params: { cursor: 'more' } })
  await answer(second, { tools: page(30), nextCursor: 'and more' })
  expect([provided[0]?.length, requests()]).toEqual([50, []])
})

it('an app that cannot list its tools, or not in time, has none', async () => {
  for (const end of ['error', 'late'] as const) {
    const { asked, hear, provided, pass } = providing()
    const [list] = asked
    if (end === 'late') pass(10_000)
    else hear({ jsonrpc: '2.0', id: list && 'id' in list && list.id, error: { code: -32_603, message: 'no' } })
    await settle()
    expect(provided).toEqual([[]])
  }
})

it('AP-30: a call goes to the app, and its answer to the host', async () => {
  const { bridge, answer, answered, hear, requests } = providing()
  const called = (): RpcMessage | undefined => {
    bridge.event(callPin)
    return requests().find((message) => 'method' in message && message.method === 'tools/call')
  }
  const first = called()
  expect(first).toMatchObject({ params: { name: 'pin', arguments: { note: 'a' } } })
  await answer(first, { content: [] })
  for (const error of [
    { code: -32_000, message: 'no such note' },
    { code: APP_TOO_LONG_CODE, message: 'too long' },
  ]) {
    const message = called()
    hear({ jsonrpc: '2.0', id: message && 'id' in message && message.id, error })
    await settle()
  }
  expect(answered).toEqual([
    [requestId, { kind: 'result', result: { content: [] } }],
    [requestId, { kind: 'error', message: 'no such note' }],
    [requestId, { kind: 'tooLarge' }],
  ])
})

it('a call that nobody waits for any more is cancelled in the app, and one that waits ends with it', async () => {
  const { bridge, answered, sent } = providing()
  bridge.event(callPin)
  const call = sent().find((message) => 'method' in message && message.method === 'tools/call')
  bridge.event({ type: 'cancelTool', requestId })
  bridge.event({ type: 'cancelTool', requestId })
  expect(sent()).toEqual([{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: call && 'id' in call && call.id } }])
  bridge.event(callPin)
  bridge.close()
  await settle()
  expect(answered).toEqual([
    [requestId, { kind: 'closed' }],
    [requestId, { kind: 'closed' }],
  ])
})
