import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { ManualClock } from '../testing/manualClock'
import type { AuthRefusal } from '../transport/authRefusal'
import type { ClientFeatures } from '../session/clientFeatures'
import { sendEvent, sendResult, startEvents, type Received } from './testing/httpServer'
import { methodsOf } from './testing/modernHttp'
import { define, failureOf, refusingRequests, serverId, testPool } from './testing/poolFixture'
import { protectedServer, tokenOf, type Guard } from './testing/protectedServer'
import { TokenAccounts } from './testing/tokenAccounts'

const acme = serverId('acme')
const signal = new AbortController().signal
const eras = ['2025', '2026'] as const

/** Accepts one token. */
const only = (token: string): Guard => ({ passes: (received) => tokenOf(received) === token })

/** Accepts everything without a token, until a call shows this token. */
const forCalls = (passes: (received: Received) => boolean, more: Partial<Guard> = {}): Guard => ({
  passes: (received) => !/^(tools\/call|prompts\/get|resources\/read)$/.test(String(received.message['method'])) || passes(received),
  ...more,
})

/** Brokers of a person who follows the test's instructions when asked to sign in. */
function person(does: (refusal: AuthRefusal, round: number) => Promise<'signedIn' | 'notNow'>) {
  const asked: AuthRefusal[] = []
  const requests: ClientFeatures = {
    ...refusingRequests,
    signIn: (_asker, refusal) => does(refusal, asked.push(refusal)),
  }
  return { asked, requests }
}

it.each(eras)(
  'AU-03: waits for a sign-in, quietly and once, where a server of %s answers 401, and tries no other transport',
  async (era) => {
    await using server = await protectedServer(era, only('good'))
    const accounts = new TokenAccounts()
    await using test = testPool([define('acme', server.launch)], { deps: accounts.deps })
    const error = await failureOf(test.pool.start(acme))
    const state = await test.until('acme', 'needsSignIn')
    expect([error.code, state.error.message, accounts.offers, server.refused.length, server.ran.length]).toEqual([
      'SIGN_IN_REQUIRED',
      'acme wants to know who calls',
      [accounts.first],
      1,
      0,
    ])
  },
)

it('starts by itself once somebody has signed in, and the question goes', async () => {
  await using server = await protectedServer('2025', only('good'))
  const accounts = new TokenAccounts()
  await using test = testPool([define('acme', server.launch)], { deps: accounts.deps })
  await failureOf(test.pool.start(acme))
  accounts.signIn(acme, 'good')
  await test.until('acme', 'ready')
  expect([accounts.offers, accounts.offered]).toEqual([[], 1])
})

it('E18: a server that is never content is not signed in to a fourth time, and says so with plain words', async () => {
  await using server = await protectedServer('2025', only('good'))
  const accounts = new TokenAccounts()
  await using test = testPool([define('acme', server.launch)], { deps: accounts.deps })
  await failureOf(test.pool.start(acme))
  for (const tries of [1, 2, 3]) {
    await expect.poll(() => accounts.offered).toBe(tries)
    accounts.signIn(acme, `bad ${tries}`)
  }
  const { error } = await test.until('acme', 'failed')
  expect([error.reason, error.params, accounts.offered]).toEqual(['calls.signInsInVain', { server: 'acme', count: 3 }, 3])
  accounts.signIn(acme, 'good')
  await test.until('acme', 'ready')
})

it('opens its link anew, and for the new way of signing in, when only that was edited; not for what a person allows their next sign-in', async () => {
  await using server = await protectedServer('2025', { passes: () => true })
  const accounts = new TokenAccounts()
  const asPerson = define('acme', server.launch)
  await using test = testPool([asPerson], { deps: accounts.deps })
  test.pool.startEnabled()
  const { connectionId: first } = await test.until('acme', 'ready')
  test.registry.set([{ ...asPerson, auth: { kind: 'person', withoutPkce: true } }])
  await test.call('acme', 'a', { text: 'goes on' })
  expect(await test.until('acme', 'ready')).toMatchObject({ connectionId: first })
  test.registry.set([{ ...asPerson, auth: { kind: 'client', clientId: 'parley' } }])
  const id = () => {
    const state = test.pool.states()[acme]
    return state?.phase === 'ready' && state.connectionId !== first
  }
  await expect.poll(id).toBe(true)
  const greetings = server.received
    .filter(({ message }) => message['method'] === 'initialize')
    .map(({ message }) => JSON.stringify(message))
  expect(greetings.map((text) => text.includes('oauth-client-credentials'))).toEqual([false, true])
})

it('takes its question back when the server is stopped', async () => {
  await using server = await protectedServer('2025', only('good'))
  const accounts = new TokenAccounts()
  await using test = testPool([define('acme', server.launch)], { deps: accounts.deps })
  await failureOf(test.pool.start(acme))
  await test.pool.stop(acme)
  accounts.signIn(acme, 'good')
  for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate)
  expect([accounts.offers, test.pool.states()[acme]?.phase]).toEqual([[], 'stopped'])
})

it.each(eras)('AU-03, AU-30: asks inside a call of %s, stops its clock meanwhile, and sends the same request again', async (era) => {
  // From the first call on, the server refuses every request without a token, health checks too.
  let isOver = false
  await using server = await protectedServer(era, {
    passes: (received) => {
      isOver ||= received.message['method'] === 'tools/call'
      return !isOver || tokenOf(received) === 'good'
    },
  })
  const accounts = new TokenAccounts()
  const clock = new ManualClock()
  const { asked, requests } = person(async () => {
    await clock.pass(120)
    accounts.signIn(acme, 'good')
    return 'signedIn'
  })
  await using test = testPool([define('acme', server.launch)], {
    deps: { ...accounts.deps, requests, clock },
    // Also shorter than the sign-in: meanwhile the server does not count as lost, and the call does not time out.
    limits: { callQuietMs: 80, pingMs: 10 },
  })
  await test.pool.start(acme)
  const waiting: boolean[] = []
  const result = await test.call('acme', 'a', { text: 'once' }, { onWaiting: (is) => waiting.push(is) })
  const sent = server.received.map(({ message }) => message).filter(({ method }) => method === 'tools/call')
  expect({ result: result.content, asked: asked.map(({ code }) => code), waiting, offered: accounts.offered }).toEqual({
    result: [{ type: 'text', text: 'ok' }],
    asked: ['SIGN_IN_REQUIRED'],
    waiting: [true, false],
    offered: 0,
  })
  expect(sent.map(({ params }) => (params as { arguments?: unknown }).arguments)).toEqual([{ text: 'once' }, { text: 'once' }])
  expect(server.ran.filter(({ message }) => message['method'] === 'tools/call')).toHaveLength(1)
})

it('F03: does not send a call again to a tool that changed while a person signed in for it', async () => {
  await using server = await protectedServer(
    '2025',
    forCalls((received) => tokenOf(received) === 'good'),
  )
  const accounts = new TokenAccounts()
  let isChanged = false
  const { requests } = person(async () => {
    accounts.signIn(acme, 'good')
    isChanged = true
    return 'signedIn'
  })
  const requireAccepted = (): void => {
    if (isChanged) throw new AppError('CONFLICT', { reason: 'definitions.toolChanged', params: { server: acme, tool: 'a' } })
  }
  const definitions = { prepare: async () => undefined, seen: () => undefined, requireAccepted }
  await using test = testPool([define('acme', server.launch)], { deps: { ...accounts.deps, requests, definitions } })
  await test.pool.start(acme)
  const { reason } = await failureOf(test.call('acme', 'a'))
  expect([reason, server.ran.filter(({ message }) => message['method'] === 'tools/call')]).toEqual(['definitions.toolChanged', []])
})

it('AU-29, AU-30: asks for more rights where a call needs them, and the call goes on', async () => {
  await using server = await protectedServer(
    '2026',
    forCalls((received) => tokenOf(received) === 'more', {
      status: 403,
      challenge: 'Bearer error="insufficient_scope", scope="files:write"',
    }),
  )
  const accounts = new TokenAccounts()
  accounts.hold('little')
  const { asked, requests } = person((refusal) => {
    if (refusal.code === 'RIGHTS_REQUIRED') accounts.signIn(acme, 'more')
    return Promise.resolve('signedIn')
  })
  await using test = testPool([define('acme', server.launch)], { deps: { ...accounts.deps, requests } })
  await test.pool.start(acme)
  await test.call('acme', 'a')
  expect(asked.map(({ code, scope, why, accountId }) => ({ code, scope, why, accountId }))).toEqual([
    { code: 'RIGHTS_REQUIRED', scope: 'files:write', why: 'moreRights', accountId: accounts.first },
  ])
})

it('E18: a server that is never content is asked three times within a call, and the call fails with plain words', async () => {
  await using server = await protectedServer(
    '2026',
    forCalls(() => false, { status: 403, challenge: 'Bearer error="insufficient_scope", scope="admin:* root everything"' }),
  )
  const accounts = new TokenAccounts()
  const { asked, requests } = person(() => Promise.resolve('signedIn'))
  await using test = testPool([define('acme', server.launch)], { deps: { ...accounts.deps, requests } })
  await test.pool.start(acme)
  const error = await failureOf(test.call('acme', 'a'))
  expect([error.code, error.reason, asked.length, server.refused.length]).toEqual(['RIGHTS_REQUIRED', 'calls.rightsInVain', 3, 4])
  expect(test.pool.states()[acme]?.phase).toBe('ready')
})

it('a call fails with the refusal when the person does not want to sign in now, and the server stays in use', async () => {
  await using server = await protectedServer(
    '2025',
    forCalls(() => false),
  )
  const accounts = new TokenAccounts()
  const { asked, requests } = person(() => Promise.resolve('notNow'))
  await using test = testPool([define('acme', server.launch)], { deps: { ...accounts.deps, requests } })
  await test.pool.start(acme)
  const error = await failureOf(test.call('acme', 'a'))
  expect([error.code, error.message, asked.length, test.pool.states()[acme]?.phase]).toEqual([
    'SIGN_IN_REQUIRED',
    'acme wants to know who calls',
    1,
    'ready',
  ])
})

it('asks inside of prompts and reads too', async () => {
  const result: Readonly<Record<string, object>> = {
    'prompts/get': { messages: [] },
    'resources/read': { contents: [{ uri: 'x:1', text: 'secret' }] },
  }
  await using server = await protectedServer(
    '2025',
    forCalls((received) => tokenOf(received) === 'good'),
    ({ message, response }) => {
      const answer = result[String(message['method'])]
      if (answer) sendResult(response, message['id'], answer)
      return answer !== undefined
    },
  )
  const accounts = new TokenAccounts()
  const { asked, requests } = person(() => {
    accounts.signIn(acme, 'good')
    return Promise.resolve('signedIn')
  })
  await using test = testPool([define('acme', server.launch)], { deps: { ...accounts.deps, requests } })
  await test.pool.start(acme)
  await test.pool.getPrompt(acme, { name: 'p', arguments: {} }, signal)
  accounts.hold('expired')
  const { items } = await test.pool.readResource(acme, { uri: 'x:1' }, signal)
  expect([items, asked.length]).toEqual([[{ uri: 'x:1', text: 'secret' }], 2])
})

it('CC-04: where Parley itself signs in, a call that wants more rights fails at once, and nobody is asked', async () => {
  await using server = await protectedServer(
    '2026',
    forCalls(() => false, { status: 403, challenge: 'Bearer error="insufficient_scope", scope="more"' }),
  )
  const accounts = new TokenAccounts()
  const { asked, requests } = person(() => Promise.resolve('signedIn'))
  await using test = testPool([define('acme', server.launch, { auth: { kind: 'client', clientId: 'parley' } })], {
    deps: { ...accounts.deps, requests },
  })
  await test.pool.start(acme)
  const error = await failureOf(test.call('acme', 'a'))
  expect([error.code, asked.length, server.refused.length]).toEqual(['SIGN_IN_FAILED', 0, 1])
})

it('a typed Authorization header that is refused fails with plain words: no sign-in, no other transport, no second try', async () => {
  await using server = await protectedServer('2025', only('good'))
  const launch = { kind: 'http', url: server.url, headers: { Authorization: 'Bearer old-key' }, transport: 'auto' } as const
  const accounts = new TokenAccounts()
  await using test = testPool([define('acme', launch)], { deps: accounts.deps })
  await failureOf(test.pool.start(acme))
  const state = await test.until('acme', 'failed')
  expect([state.error.code, state.retryAt, accounts.offered, server.received.length]).toEqual(['CREDENTIALS_REFUSED', undefined, 0, 1])
})

it.each(eras)('a live connection of %s uses new credentials at its next request, without a new start', async (era) => {
  let wanted = 'one'
  await using server = await protectedServer(era, { passes: (received) => tokenOf(received) === wanted })
  const accounts = new TokenAccounts()
  accounts.hold('one')
  await using test = testPool([define('acme', server.launch)], { deps: accounts.deps })
  await test.pool.start(acme)
  const { connectionId } = await test.until('acme', 'ready')
  wanted = 'two'
  accounts.signIn(acme, 'two')
  await test.call('acme', 'a')
  expect([(await test.until('acme', 'ready')).connectionId, server.refused.length]).toEqual([connectionId, 0])
})

it('takes its token along over the older transport, on its stream and on its messages, and waits for a sign-in there too', async () => {
  let stream: Received | undefined
  await using server = await protectedServer('2025', only('good'), (received) => {
    const { method, message, response } = received
    if (method === 'GET') {
      stream = received
      startEvents(response)
      response.write('event: endpoint\ndata: /mcp\n\n')
      return true
    }
    response.writeHead(202).end()
    const answers: Readonly<Record<string, object>> = {
      initialize: { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } },
      'tools/list': { tools: [{ name: 'a', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'ok' }] },
    }
    const result = answers[String(message['method'])]
    if (result && stream) sendEvent(stream.response, { jsonrpc: '2.0', id: message['id'], result })
    return true
  })
  const accounts = new TokenAccounts()
  const launch = { kind: 'http', url: server.url, headers: {}, transport: 'sse' } as const
  await using test = testPool([define('acme', launch)], { deps: accounts.deps })
  const refused = await failureOf(test.pool.start(acme))
  accounts.signIn(acme, 'good')
  await test.until('acme', 'ready')
  const { content } = await test.call('acme', 'a')
  expect([refused.code, server.refused.length, content]).toEqual(['SIGN_IN_REQUIRED', 1, [{ type: 'text', text: 'ok' }]])
})

it('renews for its event stream too, and one that is refused for good does not end the connection', async () => {
  let streams: 'old' | 'new' | 'none' = 'old'
  const listening: string[] = []
  const guard: Guard = {
    passes: (received) => received.method !== 'GET' || (streams !== 'none' && tokenOf(received) === streams),
  }
  await using server = await protectedServer('2025', guard, (received) => {
    if (received.method !== 'GET') return false
    listening.push(tokenOf(received) ?? '')
    startEvents(received.response)
    return true
  })
  const accounts = new TokenAccounts()
  accounts.hold('old')
  accounts.renew = (token) => Promise.resolve(token === 'old' && streams === 'new' ? 'new' : undefined)
  await using test = testPool([define('acme', server.launch)], { deps: { ...accounts.deps } })
  await test.pool.start(acme)
  while (listening.length < 1) await wait(5)
  streams = 'new'
  for (const { method, response } of server.received) if (method === 'GET') response.end()
  while (listening.length < 2) await wait(20)
  const refusedBefore = server.refused.length
  streams = 'none'
  for (const { method, response } of server.received) if (method === 'GET') response.end()
  while (server.refused.length === refusedBefore) await wait(20)
  await test.call('acme', 'a')
  expect([listening, refusedBefore, accounts.offered, test.pool.states()[acme]?.phase]).toEqual([['old', 'new'], 1, 0, 'ready'])
})

it('a call that had run is not sent again because its broken stream could not be taken up without a sign-in', async () => {
  let calls = 0
  const guard: Guard = { passes: ({ method }) => method !== 'GET' }
  await using server = await protectedServer('2025', guard, ({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    calls++
    startEvents(response)
    sendEvent(response, { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'begun' } }, '1')
    response.end()
    return true
  })
  const accounts = new TokenAccounts()
  const { asked, requests } = person(() => Promise.resolve('signedIn'))
  await using test = testPool([define('acme', server.launch)], { deps: { ...accounts.deps, requests }, limits: { callQuietMs: 1_500 } })
  await test.pool.start(acme)
  const error: AppError = await failureOf(test.call('acme', 'a'))
  expect([calls, asked.length, error.code === 'SIGN_IN_REQUIRED']).toEqual([1, 0, false])
})

it('a server whose sign-in has ended while it was quiet is found out by the question whether it is there', async () => {
  let wanted = 'good'
  await using server = await protectedServer('2026', { passes: (received) => tokenOf(received) === wanted })
  const accounts = new TokenAccounts()
  accounts.hold('good')
  await using test = testPool([define('acme', server.launch)], { deps: accounts.deps, limits: { pingMs: 30 } })
  await test.pool.start(acme)
  await test.until('acme', 'ready')
  wanted = 'other'
  await test.until('acme', 'needsSignIn')
  expect(accounts.offers).toEqual([accounts.first])
})

it.each([
  ['client', { kind: 'client', clientId: 'parley' }, 'io.modelcontextprotocol/oauth-client-credentials'],
  ['enterprise', { kind: 'enterprise', clientId: 'parley' }, 'io.modelcontextprotocol/enterprise-managed-authorization'],
  ['person', { kind: 'person' }, undefined],
] as const)('CC-01, EM-01: declares the extension only to a server that it signs in to in this way: %s', async (_kind, auth, extension) => {
  for (const era of eras) {
    await using server = await protectedServer(era, { passes: () => true })
    await using test = testPool([define('acme', server.launch, { auth })], { deps: new TokenAccounts().deps })
    await test.pool.start(acme)
    const greeting = server.received.find(({ message }) => message['method'] === (era === '2025' ? 'initialize' : 'server/discover'))
    const told = JSON.stringify(greeting?.message).match(/io\.modelcontextprotocol\/(oauth|enterprise)[\w-]+/)?.[0]
    expect([era, told, methodsOf(server).includes('tools/list')]).toEqual([era, extension, true])
  }
})
