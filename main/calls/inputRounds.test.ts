import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Asker } from '../../shared/domain/question'
import type { Launch } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { isRecord, type JsonObject } from '../../shared/lib/json'
import { redactInputResponses } from '../transport/redactInputResponses'
import type { ClientFeatures } from '../session/clientFeatures'
import { methodsOf, modernHttp } from '../connections/testing/modernHttp'
import { httpServer, sendJson, sendResult, type TestServer } from '../connections/testing/httpServer'
import { define, failureOf, newCallId, newConversationId, refusingRequests, serverId, testPool } from '../connections/testing/poolFixture'
import type { SuspendedCallStore } from './suspendedCall'

type Message = Readonly<Record<string, unknown>>
const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] }
const form = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
}
const sampling = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } }
const accepting: ClientFeatures = { ...refusingRequests, elicit: () => Promise.resolve({ action: 'accept', content: {} }) }

/** A 2026 server that answers each round of a call as the test says, and records the calls that it received. */
async function server(answer: (params: Message, tries: number) => object): Promise<TestServer & { readonly calls: readonly Message[] }> {
  const calls: Message[] = []
  const opened = await httpServer(({ method, message, response }) => {
    if (method !== 'POST') return void response.writeHead(405).end()
    const complete = (result: object): void =>
      sendResult(response, message['id'], { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result })
    const params = isRecord(message['params']) ? message['params'] : {}
    switch (message['method']) {
      case 'server/discover':
        return complete({ supportedVersions: ['2026-07-28'], capabilities: { tools: {}, prompts: {} } })
      case 'tools/list':
        return complete({ tools: [{ name: 'go', inputSchema: { type: 'object' } }] })
      case 'prompts/list':
        return complete({ prompts: [{ name: 'go' }] })
      case 'tools/call':
      case 'prompts/get':
        calls.push(message)
        return sendResult(response, message['id'], answer(params, calls.length))
      default:
        return sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32601, message: 'no' } }, 404)
    }
  })
  return { ...opened, calls }
}

async function bench(opened: TestServer, requests: ClientFeatures = accepting) {
  const test = testPool([define('asks', opened.launch)], { limits: { roundsPerCall: 3 }, deps: { requests } })
  await test.pool.start(serverId('asks'))
  return test
}

/** Returns the part of a request that differs between rounds. */
function roundOf({ params }: Message): Message {
  const { inputResponses, requestState } = isRecord(params) ? params : {}
  return { ...(inputResponses !== undefined && { inputResponses }), ...(requestState !== undefined && { requestState }) }
}

it('MR-02: tries again at once where a server only hands back its state, and not for ever', async () => {
  await using once = await server((_params, tries) => (tries === 1 ? { resultType: 'input_required', requestState: 'wait' } : done))
  await using test = await bench(once)
  await test.call('asks', 'go')
  await using always = await server(() => ({ resultType: 'input_required', requestState: 'wait' }))
  await using other = await bench(always)
  const failed = await failureOf(other.call('asks', 'go'))
  expect({ rounds: once.calls.map(roundOf), tries: always.calls.length, failed: failed.code }).toEqual({
    rounds: [{}, { requestState: 'wait' }],
    tries: 3,
    failed: 'SERVER_ERROR',
  })
})

it('J35: ends a call after ten rounds, and says so', async () => {
  await using always = await server(() => ({ resultType: 'input_required', requestState: 'wait' }))
  await using test = testPool([define('asks', always.launch)], { deps: { requests: accepting } })
  await test.pool.start(serverId('asks'))
  const failed = await failureOf(test.call('asks', 'go'))
  expect([always.calls.length, failed.reason, failed.params]).toEqual([10, 'calls.tooManyRounds', { server: 'asks', count: 10 }])
})

it('MR-03, MR-08: answers under the keys that were asked, as they are, and sends no state where there was none', async () => {
  await using asks = await server((_params, tries) => (tries === 1 ? { resultType: 'input_required', inputRequests: { who: form } } : done))
  await using test = await bench(asks)
  await test.call('asks', 'go')
  expect(asks.calls.map(roundOf)).toEqual([{}, { inputResponses: { who: { action: 'accept', content: {} } } }])
})

it('MR-04: nothing of the state that a server hands over is kept in the record', () => {
  const sent = { method: 'tools/call', params: { name: 'go', requestState: 'a secret of the server' } }
  const received = { result: { resultType: 'input_required', requestState: 'a secret of the server' } }
  expect([sent, received].map((message) => redactInputResponses(message, 1_000, undefined).json).join()).not.toContain('secret')
})

it('MR-05, MR-11: the next round is a new request with the same arguments, for the same call, and says which time it asks', async () => {
  const askers: Asker[] = []
  const requests: ClientFeatures = {
    ...accepting,
    elicit: (asker, params, signal) => {
      askers.push(asker)
      return accepting.elicit(asker, params, signal)
    },
  }
  await using asks = await server((_params, tries) => (tries < 3 ? { resultType: 'input_required', inputRequests: { who: form } } : done))
  await using test = await bench(asks, requests)
  const callId = newCallId()
  const args: JsonObject = { path: 'ä', list: [1, null] }
  await test.call('asks', 'go', args, { callId })
  const sent = asks.calls.map(({ params }) => (isRecord(params) ? params['arguments'] : undefined))
  expect({ ids: new Set(asks.calls.map(({ id }) => id)).size, sent, askers }).toEqual({
    ids: 3,
    sent: [args, args, args],
    askers: [
      { serverId: 'asks', callIds: [callId] },
      { serverId: 'asks', callIds: [callId], round: 2 },
    ],
  })
})

it('MR-06: what one call was asked and answered is in no other one', async () => {
  const asked = Promise.withResolvers<void>()
  const other = Promise.withResolvers<void>()
  const requests: ClientFeatures = {
    ...accepting,
    elicit: async (asker, params, signal) => {
      asked.resolve()
      await other.promise
      return accepting.elicit(asker, params, signal)
    },
  }
  await using asks = await server((_params, tries) =>
    tries === 1 ? { resultType: 'input_required', inputRequests: { who: form }, requestState: 'mine' } : done,
  )
  await using test = await bench(asks, requests)
  const first = test.call('asks', 'go', { n: 1 })
  await asked.promise
  await test.call('asks', 'go', { n: 2 })
  other.resolve()
  await first
  expect(asks.calls.map(roundOf)).toEqual([{}, {}, { inputResponses: { who: { action: 'accept', content: {} } }, requestState: 'mine' }])
})

it('shows none of more questions than a person can be asked at once', async () => {
  const inputRequests = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`q${index}`, form]))
  await using asks = await server(() => ({ resultType: 'input_required', inputRequests }))
  let shown = 0
  await using test = await bench(asks, {
    ...accepting,
    elicit: () => {
      shown++
      return Promise.resolve({ action: 'decline' })
    },
  })
  expect({ code: (await failureOf(test.call('asks', 'go'))).code, shown }).toEqual({ code: 'PROTOCOL_ERROR', shown: 0 })
})

it('H12: neither keeps nor shows a round that is larger than all that a server may have open', async () => {
  const inputRequests = { who: form, model: { ...sampling, padding: 'x'.repeat(2_000) } }
  await using asks = await server(() => ({ resultType: 'input_required', inputRequests, requestState: 'mine' }))
  let shown = 0
  const kept: unknown[] = []
  const suspendedCalls: SuspendedCallStore = {
    remember: (record) => void kept.push(record),
    find: () => undefined,
    forget: () => undefined,
  }
  const requests: ClientFeatures = {
    ...accepting,
    elicit: () => {
      shown++
      return Promise.resolve({ action: 'decline' })
    },
  }
  const limits = { openQuestionBytesPerServer: 2_000 }
  await using test = testPool([define('asks', asks.launch)], { limits, deps: { requests, suspendedCalls } })
  await test.pool.start(serverId('asks'))
  const failed = await failureOf(test.call('asks', 'go', {}, { conversationId: newConversationId() }))
  expect([failed.code, shown, kept.length]).toEqual(['PROTOCOL_ERROR', 0, 0])
})

it('a later round that is refused for its headers ends the call: it is not begun anew', async () => {
  let tries = 0
  await using asks = await modernHttp(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    const { id } = message
    if (++tries === 1) sendResult(response, id, { resultType: 'input_required', inputRequests: { who: form } })
    else sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_020, message: 'Headers do not match' } }, 400)
    return true
  })
  await using test = await bench(asks)
  expect([(await failureOf(test.call('asks', 'a'))).said, tries]).toEqual(['Headers do not match', 2])
})

it('H12, MR-04: hands back a state of 64 KB, and shows no question of a server that wants one byte more', async () => {
  const exact = 'é'.repeat(32 * 1024)
  const asking = (requestState: string) =>
    server((_params, tries) => (tries === 1 ? { resultType: 'input_required', inputRequests: { who: form }, requestState } : done))
  await using fits = await asking(exact)
  await using test = await bench(fits)
  await test.call('asks', 'go')
  let shown = 0
  await using tooLarge = await asking(`${exact}x`)
  await using other = await bench(tooLarge, {
    ...accepting,
    elicit: () => {
      shown++
      return Promise.resolve({ action: 'decline' })
    },
  })
  const failed = await failureOf(other.call('asks', 'go'))
  expect([fits.calls.map(roundOf)[1]?.['requestState'] === exact, failed.code, failed.reason, shown, tooLarge.calls.length]).toEqual([
    true,
    'PROTOCOL_ERROR',
    'calls.requestStateTooLarge',
    0,
    1,
  ])
})

it('H12: of two servers that ask at the same time, each gets its own state and answers', async () => {
  const both = Promise.withResolvers<void>()
  let asked = 0
  const requests: ClientFeatures = {
    ...accepting,
    elicit: async (asker) => {
      if (++asked === 2) both.resolve()
      await both.promise
      return { action: 'accept', content: { to: asker.serverId } }
    },
  }
  const asking = (requestState: string) =>
    server((_params, tries) => (tries === 1 ? { resultType: 'input_required', inputRequests: { who: form }, requestState } : done))
  await using one = await asking('state of one')
  await using two = await asking('state of two')
  await using test = testPool([define('one', one.launch), define('two', two.launch)], { deps: { requests } })
  await Promise.all([test.pool.start(serverId('one')), test.pool.start(serverId('two'))])
  await Promise.all([test.call('one', 'go'), test.call('two', 'go')])
  const sent = (to: string): Message => ({
    inputResponses: { who: { action: 'accept', content: { to } } },
    requestState: `state of ${to}`,
  })
  expect([one.calls.map(roundOf), two.calls.map(roundOf)]).toEqual([
    [{}, sent('one')],
    [{}, sent('two')],
  ])
})

it('MR-07: takes a question in answer to a list for a fault, and asks nobody', async () => {
  await using lists = await modernHttp(({ message, response }) => {
    if (message['method'] !== 'tools/list') return false
    sendResult(response, message['id'], { resultType: 'input_required', inputRequests: { who: form }, requestState: 's' })
    return true
  })
  let asked = 0
  const requests: ClientFeatures = {
    ...accepting,
    elicit: () => {
      asked++
      return Promise.resolve({ action: 'cancel' })
    },
  }
  await using test = testPool([define('asks', lists.launch)], { deps: { requests } })
  await test.pool.start(serverId('asks')).catch(() => undefined)
  const tries = methodsOf(lists).filter((method) => method === 'tools/list').length
  expect({ asked, tools: test.pool.catalog(serverId('asks')).tools, tries }).toEqual({ asked: 0, tools: [], tries: 1 })
})

it('MR-12: a server that was started again while a person answered gets the answers on its new connection', async () => {
  const asking: Launch = {
    kind: 'stdio',
    command: process.execPath,
    args: [join(import.meta.dirname, '../connections/testing/modernServer.ts')],
    env: {},
  }
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const requests: ClientFeatures = {
    ...accepting,
    elicit: async () => {
      asked.resolve()
      await answered.promise
      return { action: 'accept', content: { name: 'Ada' } }
    },
  }
  await using test = testPool([define('asks', asking)], { deps: { requests } })
  await test.pool.start(serverId('asks'))
  const call = test.call('asks', 'ask')
  await asked.promise
  process.kill(Number(test.database.get('SELECT pid FROM child')?.['pid'] ?? -1), 'SIGKILL')
  await test.until('asks', 'failed')
  answered.resolve()
  const { content } = await call
  expect(content[0]?.type === 'text' && JSON.parse(content[0].text)).toMatchObject({ stateIsExact: true })
})

it('MR-09: sends on that a person declined a form, and sends nothing where they refused sampling', async () => {
  await using asks = await server((params, tries) =>
    tries === 1 ? { resultType: 'input_required', inputRequests: { ask: params['name'] === 'go' ? form : sampling } } : done,
  )
  await using test = await bench(asks, { ...refusingRequests, elicit: () => Promise.resolve({ action: 'decline' }) })
  await test.call('asks', 'go')
  await using samples = await server(() => ({ resultType: 'input_required', inputRequests: { ask: sampling } }))
  await using refusing = await bench(samples)
  const refused = await failureOf(refusing.call('asks', 'go'))
  expect({ rounds: asks.calls.map(roundOf), refused: refused.code, tries: samples.calls.length }).toEqual({
    rounds: [{}, { inputResponses: { ask: { action: 'decline' } } }],
    refused: 'DENIED',
    tries: 1,
  })
})

it('TK-02: a task in answer to anything but a call of a tool is no answer', async () => {
  const task = {
    resultType: 'task',
    taskId: 't',
    status: 'working',
    createdAt: '2026-01-01T00:00:00Z',
    lastUpdatedAt: '2026-01-01T00:00:00Z',
  }
  await using tasks = await server(() => task)
  await using test = await bench(tasks)
  const error = await failureOf(test.pool.getPrompt(serverId('asks'), { name: 'go', arguments: {} }, new AbortController().signal))
  expect(error).toBeInstanceOf(AppError)
  expect(error.code).toBe('PROTOCOL_ERROR')
})
