import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import type { Launch } from '../../shared/domain/server'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { ManualClock } from '../testing/manualClock'
import { ActiveCall } from './activeCall'
import { CallTimeout } from './callTimeout'
import { CallExecution } from './callExecution'
import type { ProtocolSession } from '../session/protocolSession'
import { AuthRefusal } from '../transport/authRefusal'
import type { ClientFeatures } from '../session/clientFeatures'
import { fetchServer, httpServer, legacyServer, sendJson, sendResult, type TestServer } from '../connections/testing/httpServer'
import { buildModernServer } from '../connections/testing/modernServer'
import { define, failureOf, newCallId, newConversationId, serverId, testPool, untilWithdrawn } from '../connections/testing/poolFixture'

const modern: Launch = {
  kind: 'stdio',
  command: process.execPath,
  args: [join(import.meta.dirname, '../connections/testing/modernServer.ts')],
  env: {},
}
const answering: ClientFeatures = {
  elicit: () => Promise.resolve({ action: 'accept', content: { name: 'Ada' } }),
  awaitPage: untilWithdrawn,
  sample: () => Promise.resolve({ role: 'assistant', content: { type: 'text', text: '!' }, model: 'm', stopReason: 'endTurn' }),
  listRoots: (_asker, inCall) => Promise.resolve(inCall ? [{ uri: 'file:///asked' }] : []),
  signIn: () => Promise.resolve('notNow'),
}

async function overHttp(): Promise<AsyncDisposable & { readonly launch: Launch }> {
  const handler = createMcpHandler(() => buildModernServer(), { legacy: 'reject' })
  return fetchServer((request) => handler.fetch(request))
}

for (const kind of ['stdio', 'http'] as const) {
  it(`MR-01, MR-03: answers all that a 2026 server asks in a round over ${kind} together, and hands its state back byte for byte`, async () => {
    await using server = kind === 'http' ? await overHttp() : undefined
    await using test = testPool([define('modern', server?.launch ?? modern)], { deps: { requests: answering } })
    await test.pool.start(serverId('modern'))
    const ready = await test.until('modern', 'ready')
    const result = await test.call('modern', 'ask all')
    const told: unknown = JSON.parse(result.content[0]?.type === 'text' ? result.content[0].text : '')
    expect({ negotiation: ready.negotiation, transport: ready.transport, instructions: ready.instructions, told }).toMatchObject({
      negotiation: { requested: 'automatic', version: '2026-07-28', era: '2026', why: 'newest' },
      transport: kind,
      instructions: 'Be kind',
      told: {
        answers: {
          who: { action: 'accept', content: { name: 'Ada' } },
          model: { model: 'm' },
          folders: { roots: [{ uri: 'file:///asked' }] },
        },
        stateIsExact: true,
      },
    })
  })

  it(`lets every question of two calls side by side know its call over ${kind}`, async () => {
    await using server = kind === 'http' ? await overHttp() : undefined
    const seen = new Set<string>()
    const bothAsked = Promise.withResolvers<void>()
    const requests: ClientFeatures = {
      ...answering,
      elicit: async (asker) => {
        if (seen.add(JSON.stringify(asker)).size === 2) bothAsked.resolve()
        await bothAsked.promise
        return { action: 'decline' }
      },
    }
    await using test = testPool([define('modern', server?.launch ?? modern)], { deps: { requests } })
    await test.pool.start(serverId('modern'))
    const asked = [newCallId(), newCallId()].map((callId) => ({ callId, conversationId: newConversationId() }))
    await Promise.all(asked.map((ids) => test.call('modern', 'ask', {}, ids)))
    expect(seen).toEqual(
      new Set(asked.map(({ callId, conversationId }) => JSON.stringify({ serverId: 'modern', callIds: [callId], conversationId }))),
    )
  })

  it(`CN-01: cancels a 2026 call on the wire over ${kind}`, async () => {
    const begun = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    await using server = kind === 'http' ? await overHttpWatching(begun.resolve, aborted.resolve) : undefined
    await using test = testPool([define('modern', server?.launch ?? modern)])
    await test.pool.start(serverId('modern'))
    const stop = new AbortController()
    const call = failureOf(test.call('modern', 'wait', {}, { signal: stop.signal }))
    if (kind === 'http') await begun.promise
    else while (!test.pool.output(serverId('modern')).text.includes('waits')) await wait(5)
    stop.abort(new AppError('CANCELLED', 'You stopped it'))
    expect((await call).message).toBe('You stopped it')
    if (kind === 'http') await aborted.promise
    else while (!test.pool.output(serverId('modern')).text.includes('aborted')) await wait(5)
  })
}

it('EL-32, MR-10: ends a call whose server asks for ever, before somebody answers what is not sent any more, and one whose question is refused', async () => {
  let asked = 0
  const requests: ClientFeatures = {
    ...answering,
    elicit: () => {
      asked++
      return Promise.resolve({ action: 'accept', content: {} })
    },
    sample: () => Promise.reject(new AppError('DENIED', 'You refused it')),
  }
  await using test = testPool([define('modern', modern)], { limits: { roundsPerCall: 3 }, deps: { requests } })
  await test.pool.start(serverId('modern'))
  const forever = await failureOf(test.call('modern', 'ask forever'))
  const refused = await failureOf(test.call('modern', 'ask all'))
  expect([forever.code, asked, refused.code, refused.message]).toEqual(['SERVER_ERROR', 3, 'DENIED', 'You refused it'])
})

it('keeps a round until its answers are sent: also while nobody is there to take them, or a person signs in for them', async () => {
  const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' }) })
  const answers = [
    () => ({ resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create' } } }),
    () => {
      throw new AuthRefusal('SIGN_IN_REQUIRED', 'Who are you?', { why: 'first' })
    },
    () => {
      throw new AppError('SERVER_UNREACHABLE', 'asks cannot be reached', { cause: refused })
    },
  ]
  const events: string[] = []
  const clock = new ManualClock()
  const times = { quietMs: 60_000, totalMs: 60_000 }
  const call = new ActiveCall(
    { callId: newCallId(), onProgress: () => undefined, onWaiting: () => undefined },
    new CallTimeout(clock, times, new AbortController().signal),
  )
  // Only the parts that a round needs.
  const session = {
    serverId: serverId('asks'),
    era: '2026',
    signInsOpen: 0,
    request: async () => {
      events.push('sent')
      return answers.shift()?.()
    },
  } as unknown as ProtocolSession
  const signIn = async (): Promise<'signedIn'> => {
    events.push('signs in')
    return 'signedIn'
  }
  const suspended = { keep: () => void events.push('kept'), release: () => void events.push('released') }
  const execution = new CallExecution(
    { target: { serverId: session.serverId }, requests: { ...answering, signIn }, clock, limits: () => defaultLimits },
    { call, request: { method: 'tools/call', params: { name: 'ask' } }, binding: { run: (run) => run(session) }, suspended },
  )
  const running = execution.start(session)
  expect((await failureOf(running)).code).toBe('SERVER_UNREACHABLE')
  const round = ['released', 'sent', 'kept']
  expect(events).toEqual([...round, ...round, 'signs in', ...round])
})

it('withdraws the page that a 2025 call needs where its server is disabled', async () => {
  await using server = await legacyServer(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    const elicitations = [{ mode: 'url', message: 'Sign in there', url: 'https://example.com/', elicitationId: 'e1' }]
    sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32042, message: 'page', data: { elicitations } } })
    return true
  })
  const asked = Promise.withResolvers<void>()
  const elicit: ClientFeatures['elicit'] = (_asker, _params, signal) => {
    asked.resolve()
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ action: 'cancel' }), { once: true }))
  }
  await using test = testPool([define('page', server.launch)], { deps: { requests: { ...answering, elicit } } })
  await test.pool.start(serverId('page'))
  const failed = failureOf(test.call('page', 'a'))
  await asked.promise
  test.registry.set([define('page', server.launch, { enabled: false })])
  expect(await failed).toMatchObject({ reason: 'connections.disabled', params: { server: 'page' } })
})

it('HT-08: repeats marked arguments in headers over HTTP', async () => {
  const handler = createMcpHandler(() => buildModernServer(), { legacy: 'reject' })
  const headers: (string | null)[] = []
  await using server = await fetchServer((request) => {
    if (request.headers.get('mcp-method') === 'tools/call') headers.push(request.headers.get('mcp-param-region'))
    return handler.fetch(request)
  })
  await using test = testPool([define('modern', server.launch)])
  await test.pool.start(serverId('modern'))
  await test.call('modern', 'region', { region: 'eu-1' })
  await test.call('modern', 'region', { region: 'Zürich' })
  expect(headers).toEqual(['eu-1', `=?base64?${Buffer.from('Zürich').toString('base64')}?=`])
})

it('fills in a prompt', async () => {
  await using test = testPool([define('modern', modern)])
  await test.pool.start(serverId('modern'))
  expect(await test.pool.getPrompt(serverId('modern'), { name: 'greet', arguments: { who: 'Ada' } }, new AbortController().signal)).toEqual(
    {
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Greet Ada' }] }],
    },
  )
})

it('keeps the good tools and odd results of a 2026 server too', async () => {
  await using server = await oddServer({
    resultType: 'complete',
    content: [{ type: 'hologram' }, { type: 'text', text: 'kept' }],
    structuredContent: 5,
  })
  await using test = testPool([define('odd', server.launch)])
  await test.pool.start(serverId('odd'))
  const result = await test.call('odd', 'good')
  expect({
    tools: test.pool.catalog(serverId('odd')).tools.map(({ name }) => name),
    skipped: test.pool.catalog(serverId('odd')).skipped.length,
    result,
  }).toMatchObject({
    tools: ['good'],
    skipped: 1,
    result: {
      content: [
        { type: 'unknown', kind: 'hologram' },
        { type: 'text', text: 'kept' },
      ],
      structuredContent: 5,
    },
  })
})

it('takes a result of a 2026 server that does not say its kind for a complete one', async () => {
  await using server = await oddServer({ content: [{ type: 'text', text: 'kept' }] })
  await using test = testPool([define('odd', server.launch)])
  await test.pool.start(serverId('odd'))
  expect((await test.call('odd', 'good')).content).toEqual([{ type: 'text', text: 'kept' }])
})

/** A server of the 2026 era with one good and one bad tool. Every call returns the same result. */
function oddServer(resultOfCall: object): Promise<TestServer> {
  return httpServer(({ method, message, response }) => {
    if (method !== 'POST') return void response.writeHead(405).end()
    const complete = (result: object): void =>
      sendResult(response, message['id'], { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result })
    switch (message['method']) {
      case 'server/discover':
        return complete({
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'odd', version: '1' } },
        })
      case 'tools/list':
        return complete({ tools: [{ name: 'good', inputSchema: { type: 'object' } }, { name: 'bad' }] })
      case 'tools/call':
        return sendResult(response, message['id'], resultOfCall)
      default:
        return sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32601, message: 'no' } }, 404)
    }
  })
}

async function overHttpWatching(begun: () => void, aborted: () => void): Promise<AsyncDisposable & { readonly launch: Launch }> {
  const handler = createMcpHandler(() => buildModernServer(), { legacy: 'reject' })
  return fetchServer((request) => {
    if (request.headers.get('mcp-method') === 'tools/call') {
      request.signal.addEventListener('abort', aborted)
      begun()
    }
    return handler.fetch(request)
  })
}
