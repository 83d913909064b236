import { expect, it } from 'vitest'
import { settle } from '../../../../testing/settle'
import { testBridge } from './testing/testBridge'

/** As it comes out of the frame: with a field that is called `__proto__`. */
const parsed = (json: string): unknown => JSON.parse(json)

it.each([
  undefined,
  null,
  7,
  'ping',
  [],
  [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
  {},
  { jsonrpc: '1.0', id: 1, method: 'ping' },
  { jsonrpc: '2.0', id: null, method: 'ping' },
  { jsonrpc: '2.0', id: {}, method: 'ping' },
  { jsonrpc: '2.0', id: Infinity, method: 'ping' },
  { jsonrpc: '2.0', id: 'x'.repeat(1_001), method: 'ping' },
  { jsonrpc: '2.0', id: 1, method: 7 },
  { jsonrpc: '2.0', id: 1, method: 'ping', params: [] },
  { jsonrpc: '2.0', id: 1, method: 'ping', params: 'x' },
  { jsonrpc: '2.0', id: 1 },
  { jsonrpc: '2.0', id: 1, error: 'x' },
  parsed('{"__proto__":{"jsonrpc":"2.0","id":1,"method":"ping"}}'),
])('L26, AP-15: what is no message is counted, and nothing else: %#', (value) => {
  const { bridge, hear } = testBridge()
  expect([hear(value), bridge.malformed]).toEqual([[], 1])
})

it.each([
  'nothing',
  '__proto__',
  'constructor',
  'toString',
  'ui/',
  'ui/resource-teardown',
  'tools/call ',
  'initialize',
  'logging/setLevel',
])('L26: a method that it does not know is answered so: %s', (method) => {
  const { begin, request, requested } = testBridge()
  begin()
  expect(request(method)).toEqual([{ jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'Method not found' } }])
  expect(requested).toEqual([])
})

it('L26: an answer that nobody asked for is counted, and so is the second one to a question', async () => {
  const { bridge, begin, hear, sent } = testBridge()
  begin()
  hear({ jsonrpc: '2.0', id: 'parley-1', result: {} })
  expect(bridge.malformed).toBe(1)
  const gone = bridge.teardown()
  const [asked] = sent()
  hear({ jsonrpc: '2.0', id: 'parley-2', result: {} })
  hear({ jsonrpc: '2.0', id: asked && 'id' in asked && asked.id, error: { code: 1, message: 'no' } })
  hear({ jsonrpc: '2.0', id: asked && 'id' in asked && asked.id, result: {} })
  await gone
  expect(bridge.malformed).toBe(3)
})

it('L26: fields that are called like those of every object are data, and reach the host as they are', async () => {
  const { begin, hear, requested } = testBridge()
  begin()
  hear(parsed('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"__proto__":{"admin":true}}}}'))
  await settle()
  expect(JSON.stringify(requested[0]?.params)).toBe('{"name":"x","arguments":{"__proto__":{"admin":true}}}')
  expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  expect(hear(parsed('{"jsonrpc":"2.0","id":2,"method":"ui/open-link","params":{"__proto__":{"url":"https://a.example"}}}'))).toMatchObject(
    [{ result: { isError: true } }],
  )
})

it('L26: two requests with one id are not mixed up: the second is refused', async () => {
  const { begin, request, requested, sent } = testBridge()
  begin()
  request('tools/call', { name: 'a' }, 1)
  expect(request('tools/call', { name: 'b' }, 1)).toMatchObject([{ id: 1, error: { code: -32600 } }])
  requested[0]?.answer({ content: [] })
  await settle()
  expect([requested.length, sent()]).toEqual([1, [{ jsonrpc: '2.0', id: 1, result: { content: [] } }]])
})

it('L26: ten thousand requests at once keep 64 at the host, and all others are refused at once', () => {
  const { begin, request, requested } = testBridge()
  begin()
  let refused = 0
  for (let id = 0; id < 10_000; id++) refused += request('tools/call', { name: 'x' }, id).length
  expect([requested.length, refused]).toEqual([64, 10_000 - 64])
})

it('L26: ten thousand messages of every kind, and it still answers', () => {
  const { bridge, begin, hear, request } = testBridge()
  begin()
  for (let index = 0; index < 10_000; index++) {
    hear({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
    hear({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: index } })
    hear({ jsonrpc: '2.0', id: index, result: {} })
    hear({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 'tall' } })
    hear(index)
  }
  expect([bridge.malformed, request('ping')]).toEqual([30_000, [{ jsonrpc: '2.0', id: 7, result: {} }]])
})

it('L26: after the end nothing is heard, nothing is sent, and what the host still answers goes nowhere', async () => {
  const { bridge, begin, request, hear, requested, sent, wanted } = testBridge()
  begin()
  request('tools/call', { name: 'x' })
  bridge.close()
  expect(requested[0]?.signal.aborted).toBe(true)
  requested[0]?.answer({ content: [] })
  bridge.result({ content: [] })
  bridge.setContext({ ...wideContext(), theme: 'dark' })
  hear({ jsonrpc: '2.0', method: 'ui/notifications/request-teardown' })
  await settle()
  expect([sent(), wanted.map(([what]) => what)]).toEqual([[], ['ready']])
})

function wideContext() {
  return {
    toolInfo: { tool: {} },
    theme: 'light' as const,
    displayMode: 'inline' as const,
    availableDisplayModes: [],
    containerDimensions: { width: 1 },
    locale: 'en',
    timeZone: 'UTC',
    userAgent: '',
    platform: 'web' as const,
    deviceCapabilities: { touch: false, hover: true },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  }
}
