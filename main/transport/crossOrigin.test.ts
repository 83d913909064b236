import { expect, it } from 'vitest'
import type { Launch } from '../../shared/domain/server'
import { errorHint } from '../../shared/i18n/errorText'
import { environment } from '../net/testing/environment'
import { proxyServer } from '../net/testing/proxyServer'
import { answeringCalls, legacyServer, sendEvent, startEvents, type TestServer } from '../connections/testing/httpServer'
import { define, failureOf, serverId, testPool } from '../connections/testing/poolFixture'

const ok = [{ type: 'text', text: 'ok' }]

/** The names of all headers that a server received. */
const headersAt = (server: TestServer): readonly string[] => [...new Set(server.received.flatMap(({ headers }) => Object.keys(headers)))]

const withKey = (server: TestServer, transport: 'auto' | 'sse' = 'auto'): Launch => ({
  kind: 'http',
  url: server.url,
  headers: { 'X-Api-Key': 'the key of this server' },
  transport,
})

it.each([301, 302, 303, 307, 308])(
  'E12: a %i to another origin is not followed in mid-session; key, session and arguments stay',
  async (status) => {
    await using elsewhere = await legacyServer(() => false)
    let moved = false
    await using server = await legacyServer(({ response }) => {
      if (moved) response.writeHead(status, { location: elsewhere.url }).end()
      return moved
    }, 'the session')
    await using test = testPool([define('moves', withKey(server))])
    await test.pool.start(serverId('moves'))
    moved = true
    const error = await failureOf(test.call('moves', 'a', { secret: 'an argument' }))
    await test.pool.stop(serverId('moves'))
    expect([error.code, errorHint(error), elsewhere.received]).toEqual([
      'SERVER_ERROR',
      { id: 'errors.session.redirectedTo.hint', params: { server: 'moves', address: elsewhere.url } },
      [],
    ])
    expect(headersAt(server)).toContain('x-api-key')
  },
)

it('E12: nor is one of the older transport’s stream, or a place for its messages on another origin', async () => {
  await using elsewhere = await legacyServer(() => false)
  await using away = await legacyServer(({ method, response }) => {
    if (method === 'GET') response.writeHead(307, { location: elsewhere.url }).end()
    return method === 'GET'
  })
  await using points = await legacyServer(({ method, response }) => {
    if (method !== 'GET') return false
    startEvents(response)
    response.write(`event: endpoint\ndata: ${elsewhere.url}\n\n`)
    return true
  })
  await using test = testPool([define('away', withKey(away, 'sse')), define('points', withKey(points, 'sse'))])
  const errors = await Promise.all(['away', 'points'].map((name) => failureOf(test.pool.start(serverId(name)))))
  expect([errors.map(({ code }) => typeof code), elsewhere.received]).toEqual([['string', 'string'], []])
})

it('E12: a redirect within its origin takes a request to where the server moved', async () => {
  await using server = await legacyServer(({ request, response }) => {
    if (request.url !== '/mcp') return false
    response.writeHead(308, { location: '/v2/mcp' }).end()
    return true
  })
  await using test = testPool([define('moved', withKey(server))])
  await test.pool.start(serverId('moved'))
  expect((await test.call('moved', 'a')).content).toEqual(ok)
})

it('E25: cookies are kept for nobody, not for another server on the host, nor for the one that set them', async () => {
  const setsCookie = (): Promise<TestServer> =>
    legacyServer(({ response }) => {
      response.setHeader('set-cookie', ['account=of the key; Path=/', 'domain=all; Domain=127.0.0.1'])
      return false
    })
  await using first = await setsCookie()
  await using second = await setsCookie()
  await using test = testPool([define('first', withKey(first)), define('second', second.launch)])
  for (const name of ['first', 'second', 'first']) {
    await test.pool.start(serverId(name))
    expect((await test.call(name, 'a')).content).toEqual(ok)
  }
  expect([headersAt(first).includes('x-api-key'), headersAt(second).includes('x-api-key')]).toEqual([true, false])
  expect([...headersAt(first), ...headersAt(second)].filter((name) => name === 'cookie')).toEqual([])
})

it('connects through the proxy of this computer: answers, event streams, and what is called off', async () => {
  await using proxy = await proxyServer()
  const gone = Promise.withResolvers<void>()
  await using server = await legacyServer(
    answeringCalls('b', ({ response, message }) => {
      startEvents(response)
      if (JSON.stringify(message['params']).includes('wait')) return void response.on('close', gone.resolve)
      sendEvent(response, { jsonrpc: '2.0', id: message['id'], result: { content: ok } })
      response.end()
    }),
    'the session',
  )
  using _proxy = environment('http_proxy', proxy.url)
  const url = server.url.replace('127.0.0.1', 'mcp.internal')
  await using test = testPool([define('inside', { kind: 'http', url, headers: {}, transport: 'auto' })])
  await test.pool.start(serverId('inside'))
  const answers = [await test.call('inside', 'a'), await test.call('inside', 'b')]
  const calledOff = new AbortController()
  const waiting = failureOf(test.call('inside', 'b', { how: 'wait' }, { signal: calledOff.signal }))
  while (server.received.every(({ message }) => !JSON.stringify(message).includes('wait'))) await new Promise(setImmediate)
  calledOff.abort()
  await waiting
  await test.pool.stop(serverId('inside'))
  // The call's stream ends with its connection, also behind the proxy.
  await gone.promise
  expect(answers.map(({ content }) => content)).toEqual([ok, ok])
  // Only the proxy can reach a host of that name.
  expect(new Set(server.received.map(({ headers }) => headers.host))).toEqual(new Set([new URL(url).host]))
  expect(['POST', 'GET', 'DELETE'].map((method) => proxy.asked.includes(`${method} ${url}`))).toEqual([true, true, true])
})
