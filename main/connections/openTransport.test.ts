import { spawn } from 'node:child_process'
import { Server } from 'node:http'
import { createServer } from 'node:net'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import type { Launch } from '../../shared/domain/server'
import type { Asker } from '../../shared/domain/question'
import { ManualClock } from '../testing/manualClock'
import type { ClientFeatures } from '../session/clientFeatures'
import { httpServer, legacyServer, sendEvent, sendJson, sendProgress, sendResult, startEvents } from './testing/httpServer'
import { define, failureOf, newCallId, refusingRequests, serverId, testPool } from './testing/poolFixture'
import { englishErrorText } from '../lib/englishErrorText'

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')

for (const kind of ['streamableHttp', 'sse'] as const) {
  it(`SS-01, SS-03: reaches server-everything over ${kind} at one URL, and says which transport it found`, async () => {
    await using server = await startEverything(kind)
    await using test = testPool([define('remote', server.launch)])
    await test.pool.start(serverId('remote'))
    const ready = await test.until('remote', 'ready')
    const result = await test.call('remote', 'echo', { message: 'hi' })
    expect([ready.transport, result.content]).toEqual([kind === 'sse' ? 'sse' : 'http', [{ type: 'text', text: 'Echo: hi' }]])
  })
}

it('HT-26: sends the headers of the configuration with their secrets filled in', async () => {
  await using server = await legacyServer(() => false)
  const launch: Launch = {
    ...server.launch,
    kind: 'http',
    url: server.url,
    headers: { Authorization: { secret: 'token' } },
    transport: 'auto',
  }
  await using test = testPool([define('headers', launch)])
  await test.pool.start(serverId('headers'))
  expect(server.received.every(({ headers }) => headers.authorization === 'value of token')).toBe(true)
})

it('asks for a sign-in on 401, and does not try the older transport then', async () => {
  await using server = await httpServer(({ response }) => void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end())
  await using test = testPool([define('locked', server.launch)])
  const error = await failureOf(test.pool.start(serverId('locked')))
  expect([error.code, test.pool.states()[serverId('locked')]?.phase, server.received.map(({ method }) => method)]).toEqual([
    'SIGN_IN_REQUIRED',
    'needsSignIn',
    ['POST'],
  ])
})

it.each([
  ['a web page', 200, 'text/html', 'PROTOCOL_ERROR'],
  ['nothing at that path', 404, 'text/plain', 'SERVER_UNREACHABLE'],
  ['an error of its own', 500, 'text/plain', 'SERVER_ERROR'],
])('explains a server that answers with %s', async (_what, status, type, code) => {
  await using server = await httpServer(({ response }) => void response.writeHead(status, { 'content-type': type }).end('<h1>hello</h1>'))
  await using test = testPool([define('odd', server.launch)])
  const error = await failureOf(test.pool.start(serverId('odd')))
  expect([error.code, englishErrorText(error).hint !== undefined]).toEqual([code, true])
})

it('does not follow a redirect to another origin', async () => {
  await using elsewhere = await legacyServer(() => false)
  await using server = await httpServer(({ response }) => void response.writeHead(307, { location: elsewhere.url }).end())
  await using test = testPool([define('away', server.launch)])
  const error = await failureOf(test.pool.start(serverId('away')))
  expect([error.code, elsewhere.received.length]).toEqual(['SERVER_ERROR', 0])
})

it('says that nobody answers, and comes back by itself when somebody does', async () => {
  const port = await freePort()
  const launch: Launch = { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {}, transport: 'auto' }
  const clock = {
    ...systemClock,
    now: () => Date.now(),
    sleep: (ms: number, signal: AbortSignal) => wait(ms / 20, undefined, { signal }),
  }
  await using test = testPool([define('later', launch)], { deps: { clock } })
  const error = await failureOf(test.pool.start(serverId('later')))
  const state = await test.until('later', 'failed')
  await using _server = await startEverything('streamableHttp', port)
  await test.until('later', 'ready')
  expect([error.code, state.retryAt !== undefined]).toEqual(['SERVER_UNREACHABLE', true])
})

it('HT-18: opens a new session when the server has forgotten the old one, and sends the call again', async () => {
  let session = 1
  await using server = await legacyServer((received) => {
    const { message, headers, response } = received
    if (message['method'] === 'initialize') {
      sendResult(
        response,
        message['id'],
        { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
        { 'mcp-session-id': `s${session}` },
      )
      return true
    }
    if (headers['mcp-session-id'] === undefined || headers['mcp-session-id'] === `s${session}`) return false
    response.writeHead(404).end('no such session')
    return true
  })
  await using test = testPool([define('forgets', server.launch)])
  await test.pool.start(serverId('forgets'))
  session = 2
  const result = await test.call('forgets', 'a')
  const calls = server.received.filter(({ message }) => message['method'] === 'tools/call').map(({ headers }) => headers['mcp-session-id'])
  expect([result.content, calls]).toEqual([[{ type: 'text', text: 'ok' }], ['s1', 's2']])
})

it('HT-18: does not send a call again that may have run when another request learns that the session is forgotten', async () => {
  let session = 1
  const running = Promise.withResolvers<void>()
  await using server = await legacyServer(({ message, headers, response }) => {
    if (message['method'] === 'initialize') {
      const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
      sendResult(response, message['id'], result, { 'mcp-session-id': `s${session}` })
      return true
    }
    if (headers['mcp-session-id'] !== undefined && headers['mcp-session-id'] !== `s${session}`) {
      response.writeHead(404).end('no such session')
      return true
    }
    if (!JSON.stringify(message).includes('"name":"a"')) return false
    startEvents(response)
    running.resolve()
    return true
  })
  await using test = testPool([define('forgets', server.launch)])
  await test.pool.start(serverId('forgets'))
  const taken = failureOf(test.call('forgets', 'a'))
  await running.promise
  session = 2
  const refused = await test.call('forgets', 'b')
  const { code, reason } = await taken
  const sent = server.received.filter(({ message }) => JSON.stringify(message).includes('"name":"a"')).length
  expect([code, reason, refused.isError, sent]).toEqual(['INTERRUPTED', 'connections.sessionForgotten', false, 1])
})

it('tells a call that is under way that it may have had an effect when another one finds nobody at the address', async () => {
  const running = Promise.withResolvers<void>()
  const listener = Promise.withResolvers<unknown>()
  await using server = await legacyServer(({ message, request, response }) => {
    if (!JSON.stringify(message).includes('"name":"a"')) return false
    listener.resolve(Reflect.get(request.socket, 'server'))
    startEvents(response)
    running.resolve()
    return true
  })
  await using test = testPool([define('leaves', server.launch)])
  await test.pool.start(serverId('leaves'))
  const taken = failureOf(test.call('leaves', 'a'))
  await running.promise
  const listening = await listener.promise
  if (listening instanceof Server) listening.close()
  await failureOf(test.call('leaves', 'b'))
  const { code, reason } = await taken
  expect([code, reason]).toEqual(['INTERRUPTED', 'connections.ended'])
})

it('HT-19: tells a server that its session is over', async () => {
  await using server = await legacyServer(() => false, 'the session')
  const test = testPool([define('polite', server.launch)])
  await test.pool.start(serverId('polite'))
  await test[Symbol.asyncDispose]()
  expect(server.received.filter(({ method }) => method === 'DELETE').map(({ headers }) => headers['mcp-session-id'])).toEqual([
    'the session',
  ])
})

it.each(['ends', 'breaks'])('fails a call at once when its event stream %s without an answer', async (how) => {
  const reading = Promise.withResolvers<void>()
  await using server = await legacyServer(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    startEvents(response)
    sendProgress(response, message)
    void reading.promise.then(() => (how === 'ends' ? response.end() : response.destroy()))
    return true
  })
  // The clock does not advance, so anything that waits after the end waits forever.
  await using test = testPool([define('breaks', server.launch)], { deps: { clock: new ManualClock() } })
  await test.pool.start(serverId('breaks'))
  const error = await failureOf(test.call('breaks', 'a', {}, { onProgress: () => reading.resolve() }))
  expect(error.code).toBe('SERVER_ERROR')
})

it('takes a broken stream up again where the server numbers its events', async () => {
  const reading = Promise.withResolvers<void>()
  await using server = await legacyServer(({ method, message, headers, response }) => {
    if (method === 'GET' && headers['last-event-id'] === 'e1') {
      startEvents(response)
      sendEvent(response, { jsonrpc: '2.0', id: calledId, result: { content: [{ type: 'text', text: 'resumed' }] } })
      response.end()
      return true
    }
    if (message['method'] !== 'tools/call') return false
    calledId = message['id']
    startEvents(response)
    response.write('id: e1\nretry: 10\ndata: \n\n')
    sendProgress(response, message)
    void reading.promise.then(() => response.destroy())
    return true
  })
  let calledId: unknown
  await using test = testPool([define('resumes', server.launch)])
  await test.pool.start(serverId('resumes'))
  const result = await test.call('resumes', 'a', {}, { onProgress: () => reading.resolve() })
  expect(result.content).toEqual([{ type: 'text', text: 'resumed' }])
})

it('knows which of two calls a question over HTTP belongs to, and that one on the common stream belongs to none', async () => {
  const streams = new Map<unknown, Parameters<typeof sendEvent>[0]>()
  const answered: unknown[] = []
  await using server = await legacyServer(({ method, message, response }) => {
    if (method === 'GET') {
      startEvents(response)
      streams.set('common', response)
      return true
    }
    if (message['method'] === 'tools/call') {
      startEvents(response)
      streams.set(message['id'], response)
      if (streams.size === 3) {
        let id = 0
        for (const stream of streams.values())
          sendEvent(stream, {
            jsonrpc: '2.0',
            id: id++,
            method: 'elicitation/create',
            params: { message: '?', requestedSchema: { type: 'object', properties: {} } },
          })
      }
      return true
    }
    if (message['method'] === undefined && message['result'] !== undefined) {
      response.writeHead(202).end()
      answered.push(message['id'])
      if (answered.length === 3) {
        for (const [id, stream] of streams) if (id !== 'common') sendEvent(stream, { jsonrpc: '2.0', id, result: { content: [] } })
      }
      return true
    }
    return false
  })
  const askers: Asker[] = []
  const requests: ClientFeatures = {
    ...refusingRequests,
    elicit: (asker) => {
      askers.push(asker)
      return Promise.resolve({ action: 'cancel' })
    },
  }
  await using test = testPool([define('asks', server.launch)], { deps: { requests } })
  await test.pool.start(serverId('asks'))
  const ids = [newCallId(), newCallId()]
  await Promise.all(ids.map((callId, index) => test.call('asks', index === 0 ? 'a' : 'b', {}, { callId })))
  expect(new Set(askers.map(({ callIds }) => callIds.join()))).toEqual(new Set(['', ...ids]))
})

it('withdraws the question of a call over HTTP that fails meanwhile', async () => {
  const asked = Promise.withResolvers<void>()
  const withdrawn = Promise.withResolvers<unknown>()
  await using server = await legacyServer(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    startEvents(response)
    sendEvent(response, {
      jsonrpc: '2.0',
      id: 1,
      method: 'elicitation/create',
      params: { message: '?', requestedSchema: { type: 'object', properties: {} } },
    })
    void asked.promise.then(() => response.end())
    return true
  })
  const requests: ClientFeatures = {
    ...refusingRequests,
    elicit: (_asker, _params, signal) => {
      asked.resolve()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          withdrawn.resolve(signal.reason)
          reject(new Error('withdrawn'))
        })
      })
    },
  }
  await using test = testPool([define('fails', server.launch)], { deps: { requests } })
  await test.pool.start(serverId('fails'))
  const error = await failureOf(test.call('fails', 'a'))
  expect([error.code, await withdrawn.promise]).toEqual(['SERVER_ERROR', error])
})

it.each(['application/json', 'text/event-stream'])(
  'C11: loses an answer over the limit as %s, fails its call only, and goes on',
  async (type) => {
    await using server = await legacyServer(({ message, response }) => {
      const params = message['params']
      if (message['method'] !== 'tools/call' || !JSON.stringify(params).includes('"a"')) return false
      const answer = { jsonrpc: '2.0', id: message['id'], result: { content: [{ type: 'text', text: 'x'.repeat(200_000) }] } }
      if (type === 'application/json') sendJson(response, answer)
      else {
        startEvents(response)
        sendEvent(response, answer)
        response.end()
      }
      return true
    })
    await using test = testPool([define('huge', server.launch)], { limits: { messageBytes: 100_000 } })
    await test.pool.start(serverId('huge'))
    const error = await failureOf(test.call('huge', 'a'))
    expect([error.code, (await test.call('huge', 'b')).content]).toEqual(['MESSAGE_TOO_LARGE', [{ type: 'text', text: 'ok' }]])
  },
)

it('fails a call when nobody answers at the address any more, and shows the server as failed', async () => {
  const server = await legacyServer(() => false)
  await using test = testPool([define('gone', server.launch)])
  await test.pool.start(serverId('gone'))
  await server[Symbol.asyncDispose]()
  const error = await failureOf(test.call('gone', 'a'))
  const state = await test.until('gone', 'failed')
  // The rest of an older connection may break first.
  expect([error.code, state.error.code]).toEqual([expect.stringMatching(/SERVER_UNREACHABLE|INTERRUPTED/), 'SERVER_UNREACHABLE'])
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function startEverything(kind: 'streamableHttp' | 'sse', wanted?: number): Promise<AsyncDisposable & { readonly launch: Launch }> {
  const port = wanted ?? (await freePort())
  const child = spawn(process.execPath, [everything, kind], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const listening = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => /port|listening|running/i.test(chunk.toString()) && listening.resolve())
  await listening.promise
  return {
    launch: { kind: 'http', url: `http://127.0.0.1:${port}/${kind === 'sse' ? 'sse' : 'mcp'}`, headers: {}, transport: 'auto' },
    [Symbol.asyncDispose]: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
    },
  }
}
