import { expect, it } from 'vitest'
import type { ServerConfig } from '../../shared/domain/server'
import { errorHint } from '../../shared/i18n/errorText'
import {
  answeringCalls as calls,
  sendJson,
  sendProgress,
  sendResult,
  startEvents,
  type Received,
  type TestServer,
} from '../connections/testing/httpServer'
import { methodsOf, modernHttp, type ModernOptions } from '../connections/testing/modernHttp'
import { define, failureOf, serverId, testPool, type TestPool } from '../connections/testing/poolFixture'

const ok = { content: [{ type: 'text', text: 'ok' }] }

async function connected(server: TestServer, more: Partial<ServerConfig> = {}): Promise<TestPool> {
  const test = testPool([define('remote', server.launch, more)])
  await test.pool.start(serverId('remote'))
  return test
}

const idempotent: ModernOptions = {
  tools: [{ name: 'a', inputSchema: { type: 'object' }, annotations: { idempotentHint: true } }],
}
const readOnly: ModernOptions = { tools: [{ name: 'a', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] }
const plain: ModernOptions = { tools: [{ name: 'a', inputSchema: { type: 'object' } }] }

/** Breaks the stream of the first call once `read` resolves, and answers the next call. The events have ids. */
function breaking(read: Promise<void>): (received: Received) => boolean {
  let broken = 0
  return calls('a', ({ message, response }) => {
    if (broken++ > 0) return sendResult(response, message['id'], { resultType: 'complete', ...ok })
    startEvents(response)
    response.write('id: e1\nretry: 10\ndata:\n\n')
    sendProgress(response, message)
    void read.then(() => response.destroy())
  })
}

it.each([
  ['that its server calls idempotent', idempotent],
  ['that its server calls read-only', readOnly],
])('HT-14: asks again, with a new id, for the lost answer of a tool %s, where the person trusts the server', async (_what, options) => {
  const read = Promise.withResolvers<void>()
  await using server = await modernHttp(breaking(read.promise), options)
  await using test = await connected(server, { trusted: true })
  const result = await test.call('remote', 'a', {}, { onProgress: () => read.resolve() })
  const ids = server.received.filter(({ message }) => message['method'] === 'tools/call').map(({ message }) => message['id'])
  expect([result.content, new Set(ids).size, server.received.some(({ headers }) => 'last-event-id' in headers)]).toEqual([
    ok.content,
    2,
    false,
  ])
})

it.each([
  ['of any other tool', plain, true],
  ['of a server that the person does not trust', idempotent, false],
])('HT-14: leaves it to the person to ask again for the lost answer %s', async (_what, options, trusted) => {
  const read = Promise.withResolvers<void>()
  await using server = await modernHttp(breaking(read.promise), options)
  await using test = await connected(server, { trusted })
  const error = await failureOf(test.call('remote', 'a', {}, { onProgress: () => read.resolve() }))
  const sent = methodsOf(server).filter((method) => method === 'tools/call').length
  const again = await test.call('remote', 'a')
  expect([error.code, errorHint(error), sent, again.content]).toEqual([
    'SERVER_ERROR',
    { id: 'errors.transport.streamEnded.hint' },
    1,
    ok.content,
  ])
})

it('HT-11: reads the tools again and repeats a call once that was refused for its headers', async () => {
  let header = 'Old'
  let refusals = 0
  const tool = (): object => ({
    name: 'a',
    inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': header } } },
  })
  await using server = await modernHttp(({ message, headers, response }) => {
    const { id, method } = message
    if (method === 'tools/list') {
      sendResult(response, id, { resultType: 'complete', tools: [tool()] })
      return true
    }
    if (method !== 'tools/call' || headers[`mcp-param-${header.toLowerCase()}`] !== undefined) return false
    refusals++
    sendJson(response, { jsonrpc: '2.0', id, error: { code: -32020, message: 'Header mismatch' } }, 400)
    return true
  })
  await using test = await connected(server)
  header = 'New'
  const result = await test.call('remote', 'a', { region: 'eu' })
  header = 'Never'
  await using stubborn = await modernHttp(
    calls('a', ({ message, response }) =>
      sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32020, message: 'Header mismatch' } }, 400),
    ),
  )
  await using other = await connected(stubborn)
  const error = await failureOf(other.call('remote', 'a'))
  const tries = methodsOf(stubborn).filter((method) => method === 'tools/call').length
  expect([result.content, refusals, error.code, tries]).toEqual([ok.content, 1, 'SERVER_ERROR', 2])
})

it('HT-16: takes a 404 that says so for a method that the server does not know, and keeps the connection', async () => {
  await using server = await modernHttp(
    calls('a', ({ message, response }) =>
      sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32601, message: 'Method not found' } }, 404),
    ),
  )
  await using test = await connected(server)
  const error = await failureOf(test.call('remote', 'a'))
  expect([error.fact, test.pool.states()[serverId('remote')]?.phase, (await test.call('remote', 'b')).content]).toEqual([
    { reason: 'session.notOffered', params: { server: 'remote' } },
    'ready',
    ok.content,
  ])
})

it('HT-09, HT-10: sets a tool aside over HTTP whose header marks are not valid, and says why', async () => {
  const marked = (mark: unknown): object => ({ type: 'object', properties: { x: { type: 'string', 'x-mcp-header': mark } } })
  await using server = await modernHttp(() => false, {
    tools: [
      { name: 'good', inputSchema: marked('Region') },
      { name: 'bad', inputSchema: marked('a b') },
    ],
  })
  await using test = await connected(server)
  const { tools, skipped } = test.pool.catalog(serverId('remote'))
  expect([tools.map(({ name }) => name), skipped]).toEqual([
    ['good'],
    [{ what: 'tool', name: 'bad', reason: { id: 'errors.parsing.headerName' } }],
  ])
})

it('HT-07: sends the name of a tool in a header as text that any header can carry', async () => {
  // A name with a line break cannot go into a header. It is set aside before a call (catalog.test.ts).
  const names = ['größe', ' outer ', '=?base64?eA==?=', 'plain']
  await using server = await modernHttp(() => false, { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) })
  await using test = await connected(server)
  for (const name of names) await test.call('remote', name)
  const sent = server.received.filter(({ message }) => message['method'] === 'tools/call').map(({ headers }) => String(headers['mcp-name']))
  const read = sent.map((value) => /^=\?base64\?(.*)\?=$/.exec(value)?.[1]).map((value) => value && Buffer.from(value, 'base64').toString())
  expect([read, sent.at(-1)]).toEqual([[...names.slice(0, 3), undefined], 'plain'])
})
