import { expect, it } from 'vitest'
import { AppError } from '../../../../../shared/errors/appError'
import { settle } from '../../../../testing/settle'
import { READY_WITHIN_MS } from './appBridge'
import { context, testBridge } from './testing/testBridge'

const input = { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { month: '2026-11' } } }
const result = { content: [{ type: 'text', text: 'over' }], structuredContent: { over: 37 }, _meta: { viewUUID: 'x' } }

it('AP-16, AP-28, AH-18, AH-31: answers ui/initialize with all four fields, and names only what is there', () => {
  expect(testBridge().greet()).toEqual([
    {
      jsonrpc: '2.0',
      id: 0,
      result: {
        protocolVersion: '2026-01-26',
        hostInfo: { name: 'Parley', version: '1.2.3' },
        hostCapabilities: {
          openLinks: {},
          downloadFile: {},
          logging: {},
          message: { text: {} },
          updateModelContext: { text: {}, structuredContent: {} },
          serverTools: { listChanged: true },
          serverResources: { listChanged: true },
          sandbox: { csp: { connectDomains: [], resourceDomains: ['https://tiles.example'], frameDomains: [] }, permissions: {} },
        },
        hostContext: context,
      },
    },
  ])
})

it.each(['2026-01-26', '2025-11-21', '2031-01-01', '', 7])('answers version %s with the one that there is', (version) => {
  const [answer] = testBridge().request('ui/initialize', { protocolVersion: version })
  expect(answer).toMatchObject({ result: { protocolVersion: '2026-01-26' } })
})

it('a second ui/initialize is answered, and what the app gets of its call still comes once', () => {
  const { bridge, greet, notify, sent } = testBridge()
  expect([greet(), greet()]).toMatchObject([[{ id: 0 }], [{ id: 0 }]])
  bridge.result(result)
  expect(notify('ui/notifications/initialized')).toHaveLength(2)
  greet()
  expect([notify('ui/notifications/initialized'), sent()]).toEqual([[], []])
})

it('AP-07, AH-19, AH-22: says nothing but answers before the app is ready: then the input, once, and the result after it, once', () => {
  const { bridge, greet, notify, sent } = testBridge()
  bridge.result(result)
  bridge.event({ type: 'listChanged' })
  bridge.setContext({ ...context, theme: 'dark' })
  expect(sent()).toEqual([])
  greet()
  bridge.setContext({ ...context, theme: 'dark', locale: 'de' })
  expect(notify('ui/notifications/initialized')).toEqual([
    input,
    { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: result },
    { jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: { locale: 'de' } },
  ])
  bridge.result({ content: [] })
  bridge.cancelled('late')
  expect(sent()).toEqual([])
})

it('AH-23: a call that was stopped ends with tool-cancelled, to an older app also under its older name', () => {
  const { bridge, begin, sent } = testBridge()
  expect(begin()).toEqual([input])
  bridge.cancelled('stopped')
  expect(sent()).toEqual([{ jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled', params: { reason: 'stopped' } }])
  const old = testBridge()
  old.begin('2025-11-21')
  old.bridge.cancelled('stopped')
  expect(old.sent()).toMatchObject([{ method: 'ui/notifications/tool-cancelled' }, { method: 'ui/tool-cancelled' }])
})

it('AP-25, AH-32: tells what has changed of the context, and nothing when nothing has; an older app gets its own name for the size', () => {
  const { bridge, begin, sent } = testBridge()
  begin()
  bridge.setContext({ ...context, theme: 'dark', containerDimensions: { width: 300, height: 200 } })
  bridge.setContext({ ...context, theme: 'dark', containerDimensions: { width: 300, height: 200 } })
  const changed = { theme: 'dark', containerDimensions: { width: 300, height: 200 } }
  expect(sent()).toEqual([{ jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: changed }])
  const old = testBridge()
  expect(old.greet('2025-11-21')).toMatchObject([{ result: { hostContext: { viewport: { width: 700, maxHeight: 600 } } } }])
  old.notify('ui/notifications/initialized')
  old.sent()
  old.bridge.setContext({ ...context, theme: 'dark' })
  expect(old.sent()).toMatchObject([{ method: 'ui/notifications/host-context-changed' }, { method: 'ui/host-context-change' }])
})

it('an app that is not ready in time is late, and one that is ready never is', () => {
  const [silent, ready] = [testBridge(), testBridge()]
  ready.begin()
  for (const { pass } of [silent, ready]) pass(READY_WITHIN_MS)
  expect([silent.wanted, ready.wanted.map(([what]) => what)]).toEqual([[['late', undefined]], ['ready']])
})

it('ping is answered at any time, and everything else only after ui/initialize', () => {
  const { request, requested } = testBridge()
  expect(request('ping')).toEqual([{ jsonrpc: '2.0', id: 7, result: {} }])
  expect([request('tools/call', { name: 'x' }), request('ui/open-link', { url: 'https://a.example' })]).toMatchObject([
    [{ error: { code: -32600 } }],
    [{ error: { code: -32600 } }],
  ])
  expect(requested).toEqual([])
})

it('whatever reaches a server goes to the host, with its progress token, and comes back as it is', async () => {
  const { bridge, begin, request, requested, sent } = testBridge()
  begin()
  const params = { name: 'refresh', arguments: {}, _meta: { progressToken: 1 } }
  expect(request('tools/call', params, 'one')).toEqual([])
  expect(requested).toMatchObject([{ method: 'tools/call', params }])
  bridge.event({ type: 'progress', progressToken: 1, progress: 3, total: 10 })
  requested[0]?.answer(result)
  await settle()
  expect(sent()).toEqual([
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 3, total: 10 } },
    { jsonrpc: '2.0', id: 'one', result },
  ])
})

it('a failure is an answer, with a code that programs can tell apart', async () => {
  const { begin, request, requested, sent } = testBridge()
  begin()
  request('tools/call', { name: 'model-only' }, 1)
  request('resources/read', { uri: 'ui://x' }, 2)
  requested[0]?.fail(new AppError('UNKNOWN_TOOL', 'No such tool'))
  requested[1]?.fail(new AppError('CONFLICT', 'Too many', { retryAfterSeconds: 1 }))
  await settle()
  expect(sent()).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'No such tool', data: { code: 'UNKNOWN_TOOL' } } },
    { jsonrpc: '2.0', id: 2, error: { code: -32000, message: 'Too many', data: { code: 'CONFLICT', retryAfterSeconds: 1 } } },
  ])
})

it('a request that the app takes back is cancelled at the host, and not answered', async () => {
  const { begin, request, notify, requested, sent } = testBridge()
  begin()
  request('tools/call', { name: 'slow' }, 5)
  notify('notifications/cancelled', { requestId: 5, reason: 'timeout' })
  expect(requested[0]?.signal.aborted).toBe(true)
  requested[0]?.answer({ content: [] })
  await settle()
  expect(sent()).toEqual([])
})

it('what its server offers has changed: the app is told of what it was offered', () => {
  const { bridge, begin, sent } = testBridge()
  begin()
  bridge.event({ type: 'listChanged' })
  expect(sent()).toMatchObject([{ method: 'notifications/tools/list_changed' }, { method: 'notifications/resources/list_changed' }])
})

it('AP-19, AH-24, AH-25: an app that goes is asked first, and waited for no longer than a moment', async () => {
  const { bridge, begin, hear, sent } = testBridge()
  begin()
  const gone = Promise.all([bridge.teardown(), bridge.teardown()])
  const [asked, ...more] = sent()
  expect(more).toEqual([])
  expect(asked).toMatchObject({ method: 'ui/resource-teardown', params: {} })
  hear({ jsonrpc: '2.0', id: asked && 'id' in asked && asked.id, result: {} })
  await gone
  const silent = testBridge()
  silent.begin()
  const late = silent.bridge.teardown()
  silent.pass(2_000)
  await late
  silent.sent()
  expect([hear({ jsonrpc: '2.0', id: 1, method: 'ping' }), silent.request('ping')]).toEqual([[], []])
})

it('an app that never was ready goes at once', async () => {
  const { bridge, sent } = testBridge()
  await bridge.teardown()
  expect(sent()).toEqual([])
})
