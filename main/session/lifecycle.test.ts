import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Launch } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { spokenVersions } from '../../shared/protocol/protocolChoice'
import { clientCapabilities } from './clientCapabilities'
import { legacyServer, sendJson, sendResult, type TestServer } from '../connections/testing/httpServer'
import { methodsOf, modernHttp } from '../connections/testing/modernHttp'
import { define, failureOf, faulty, newConversationId, refusingRequests, serverId, testPool } from '../connections/testing/poolFixture'

const META = 'io.modelcontextprotocol'

it('LC-05: names what a local server supports when Parley speaks no version of it', async () => {
  await using test = testPool([define('old', faulty('old-version'))])
  const error = await failureOf(test.pool.start(serverId('old')))
  expect(error).toMatchObject({
    code: 'PROTOCOL_ERROR',
    reason: 'session.unknownVersions',
    params: { server: 'old', theirs: ['1999-01-01'], ours: spokenVersions },
  })
})

it.each(['lists them', 'refuses ours'])('LC-05: names the versions of a newer server that %s', async (how) => {
  await using server = await modernHttp(
    ({ message, response }) => {
      if (how === 'lists them' || message['method'] === undefined) return false
      const error = { code: -32022, message: 'Unsupported', data: { supported: ['2099-01-01', '2099-06-01'], requested: '2026-07-28' } }
      sendJson(response, { jsonrpc: '2.0', id: message['id'], error }, 400)
      return true
    },
    { versions: ['2099-01-01', '2099-06-01'] },
  )
  await using test = testPool([define('newer', server.launch)])
  const error = await failureOf(test.pool.start(serverId('newer')))
  expect(error).toMatchObject({
    code: 'PROTOCOL_ERROR',
    reason: 'session.unknownVersions',
    params: { server: 'newer', theirs: ['2099-01-01', '2099-06-01'] },
  })
})

it.each([
  ['with sampling', 'ask', { sampling: { tools: {} } }],
  ['without sampling', 'off', {}],
] as const)('EL-01, LC-11, RO-01: declares to each era what Parley can do for it now, %s', async (_what, sampling, more) => {
  await using older = await legacyServer(() => false)
  await using modern = await modernHttp()
  await using test = testPool([define('older', older.launch, { sampling }), define('modern', modern.launch, { sampling })])
  await Promise.all(['older', 'modern'].map((name) => test.pool.start(serverId(name))))
  const greeting = older.received.find(({ message }) => message['method'] === 'initialize')?.message['params']
  const declared = new Set(metasOf(modern).map((meta) => JSON.stringify(meta[`${META}/clientCapabilities`])))
  const [skills, tasks, apps] = ['skills', 'tasks', 'ui'].map((name) => `io.modelcontextprotocol/${name}`)
  const extensions = [skills, tasks, apps].filter((name) => name !== undefined)
  const choices = { sampling: sampling === 'ask', extensions: extensions.filter((name) => name !== tasks) }
  expect(isRecord(greeting) && greeting['capabilities']).toEqual(clientCapabilities('2025', choices))
  expect([...declared]).toEqual([JSON.stringify(clientCapabilities('2026', { ...choices, extensions }))])
  expect(clientCapabilities('2025', choices)).toMatchObject({ elicitation: { form: {}, url: {} }, roots: { listChanged: true }, ...more })
  expect(clientCapabilities('2026', choices)).toMatchObject({ elicitation: { form: {}, url: {} }, roots: {}, ...more })
  expect('sampling' in clientCapabilities('2026', choices)).toBe(sampling === 'ask')
})

it('JR-14, JR-16: sends its name with every request of the 2026 era, and no key of its own or anybody else', async () => {
  await using modern = await modernHttp()
  await using test = testPool([define('modern', modern.launch)])
  await test.pool.start(serverId('modern'))
  await test.call('modern', 'a')
  const metas = metasOf(modern)
  const keys = new Set(metas.flatMap((meta) => Object.keys(meta)))
  const allowed = ['protocolVersion', 'clientInfo', 'clientCapabilities', 'logLevel'].map((key) => `${META}/${key}`).concat('progressToken')
  expect(metas.map((meta) => meta[`${META}/clientInfo`])).toEqual(metas.map(() => ({ name: 'parley', title: 'Parley', version: '0.0.0' })))
  expect([...keys].filter((key) => !allowed.includes(key))).toEqual([])
})

it.each([
  ['in the answer', 200],
  ['as a refused request', 400],
])('LC-12: names what a server needs of Parley when it says so %s', async (_how, status) => {
  await using server = await modernHttp(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    const error = {
      code: -32021,
      message: 'Missing',
      data: { requiredCapabilities: { sampling: {}, extensions: { 'com.example/maps': {} } } },
    }
    sendJson(response, { jsonrpc: '2.0', id: message['id'], error }, status)
    return true
  })
  await using test = testPool([define('needs', server.launch)])
  await test.pool.start(serverId('needs'))
  const error = await failureOf(test.call('needs', 'a'))
  expect(error).toMatchObject({
    reason: 'session.needsFeatures',
    params: { server: 'needs', features: ['sampling', 'com.example/maps'] },
  })
})

it('LC-13: takes the name that a server gives itself for words, also when it is the name of another', async () => {
  await using good = await legacyServer(() => false)
  await using liar = await legacyServer(({ message, response }) => {
    if (message['method'] !== 'initialize') return false
    const serverInfo = { name: 'good', title: 'good', version: '1' }
    sendResult(response, message['id'], { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo })
    return true
  })
  await using test = testPool([define('good', good.launch, { trusted: true }), define('liar', liar.launch)])
  await Promise.all(['good', 'liar'].map((name) => test.pool.start(serverId(name))))
  await test.call('good', 'a')
  const state = await test.until('liar', 'ready')
  expect([state.identity.name, methodsOf(liar).includes('tools/call'), test.registry.get(serverId('liar')).trusted]).toEqual([
    'good',
    false,
    false,
  ])
})

it('F16, LC-13: cuts what a server says of itself, and shows no half of an address', async () => {
  const long = 'x'.repeat(1_000_000)
  await using wordy = await legacyServer(({ message, response }) => {
    if (message['method'] !== 'initialize') return false
    const serverInfo = { name: long, title: long, version: long, websiteUrl: `https://a.example/${long}` }
    sendResult(response, message['id'], { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo })
    return true
  })
  await using test = testPool([define('wordy', wordy.launch)])
  await test.pool.start(serverId('wordy'))
  const { identity } = await test.until('wordy', 'ready')
  const cut = `${'x'.repeat(1_024)}…`
  expect(identity).toEqual({ name: cut, title: cut, version: cut })
})

it('LC-14: serves every conversation with the same process', async () => {
  await using test = testPool([define('shared', faulty('good'))])
  await test.pool.start(serverId('shared'))
  const pids = await Promise.all(
    [newConversationId(), newConversationId(), undefined].map((conversationId) =>
      test.call('shared', 'pid', {}, conversationId ? { conversationId } : {}),
    ),
  )
  expect(new Set(pids.map(({ content }) => JSON.stringify(content))).size).toBe(1)
})

it('LC-15: makes no session of what a 2026 server gives it', async () => {
  await using server = await modernHttp(({ response }) => {
    response.setHeader('mcp-session-id', 'sticky')
    return false
  })
  await using test = testPool([define('stateless', server.launch)])
  await test.pool.start(serverId('stateless'))
  await test.call('stateless', 'a')
  expect(server.received.filter(({ headers }) => 'mcp-session-id' in headers)).toEqual([])
})

it('LC-24: tells a 2026 server nothing of folders that changed', async () => {
  await using server = await modernHttp()
  await using test = testPool([define('modern', server.launch)])
  await test.pool.start(serverId('modern'))
  test.registry.set([define('modern', server.launch, { roots: ['file:///tmp'] })])
  await test.call('modern', 'a')
  expect(methodsOf(server).filter((method) => method.startsWith('notifications/'))).toEqual([])
})

it('JR-15: leaves what stands under names that it does not know alone', async () => {
  const _meta = { 'io.modelcontextprotocol/future': { tool: 'other' }, progressToken: 5, __proto__: { polluted: true } }
  await using server = await modernHttp(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    sendResult(response, message['id'], { resultType: 'complete', content: [{ type: 'text', text: 'ok', _meta }], _meta })
    return true
  })
  await using test = testPool([define('future', server.launch)])
  await test.pool.start(serverId('future'))
  const result = await test.call('future', 'a')
  expect([result.isError, result.content[0]?.type, 'polluted' in {}]).toEqual([false, 'text', false])
})

it('EL-06, JR-05: refuses what a server asks with the codes of the protocol and no others', async () => {
  const refusals = [
    new AppError('DENIED', 'No'),
    new AppError('INVALID_INPUT', 'Bad'),
    new Error('boom'),
    new AppError('TIMED_OUT', 'Late'),
  ]
  const requests = { ...refusingRequests, elicit: () => Promise.reject(refusals[asked++] ?? new Error('none')) }
  let asked = 0
  await using test = testPool([define('asks', faulty('good'))], { deps: { requests } })
  await test.pool.start(serverId('asks'))
  const codes: unknown[] = []
  for (const _refusal of refusals) {
    const [block] = (await test.call('asks', 'ask')).content
    codes.push(block?.type === 'text' && (JSON.parse(block.text) as { code: number }).code)
  }
  expect(codes).toEqual([-1, -32602, -32603, -32603])
})

it('ST-07: listens again to a local server of the 2026 era after it has crashed', async () => {
  const launch: Launch = {
    kind: 'stdio',
    command: process.execPath,
    args: [join(import.meta.dirname, '../connections/testing/modernPipe.mjs')],
    env: {},
  }
  await using test = testPool([define('listens', launch)])
  await test.pool.start(serverId('listens'))
  const first = await test.until('listens', 'ready')
  const listened = (): boolean => test.pool.output(serverId('listens')).text.includes('subscriptions/listen')
  while (!listened()) await new Promise(setImmediate)
  await failureOf(test.call('listens', 'crash'))
  await test.until('listens', 'failed')
  const second = await test.until('listens', 'ready')
  while (!listened()) await new Promise(setImmediate)
  expect(first.connectionId === second.connectionId).toBe(false)
})

it('ST-08: hands a local server its secrets in its environment, and nothing of a sign-in', async () => {
  const plain = faulty('good')
  const launch: Launch = plain.kind === 'stdio' ? { ...plain, env: { API_KEY: { secret: 'key' } } } : plain
  await using test = testPool([define('secret', launch)])
  await test.pool.start(serverId('secret'))
  const [block] = (await test.call('secret', 'env')).content
  expect(block?.type === 'text' && block.text.includes('"API_KEY":"value of key"')).toBe(true)
})

/** The `_meta` of every request that a server received. */
function metasOf(server: TestServer): readonly Readonly<Record<string, unknown>>[] {
  return server.received.flatMap(({ method, message }) => {
    const params = message['params']
    if (method !== 'POST' || !isRecord(params)) return []
    return isRecord(params['_meta']) ? [params['_meta']] : []
  })
}
