import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRecord } from '../../shared/lib/json'
import { longWork } from '../connections/testing/longWork'
import { asker, ElicitingHost, askingServer, asks, done, nameForm, type AskingServer } from '../testing/elicitingHost'

const fixture = (name: string): object => ({ command: process.execPath, args: [join(import.meta.dirname, `../../e2e/servers/${name}.ts`)] })
const remote = ({ url }: { readonly url: string }): object => ({ type: 'http', url })
const accept = (name: string) => ({ kind: 'form', action: 'accept', content: { name } }) as const
const STATE = '{"n":1}  é\u2028\ud83d\ude00 \\u0041'

/** Returns the parameters of the requests that repeat a call with its answers. */
function sentAgain({ calls }: AskingServer): readonly unknown[] {
  return calls.slice(1).map(({ params }) => params)
}

/** Ends a host in one of the two possible ways, and starts the next one on its folder. */
async function restart(host: ElicitingHost, how: 'quit' | 'kill -9'): Promise<ElicitingHost> {
  if (how === 'quit') return ElicitingHost.after(await host.quit())
  const left = host.crash()
  await host[Symbol.asyncDispose]()
  return ElicitingHost.after(left)
}

describe.each(['quit', 'kill -9'] as const)('after %s', (how) => {
  it(`MR-03, MR-11, MR-12: a call of a 2026 server over HTTP waits on with the same question and what was typed, and its answer goes on with the same request (${how})`, async () => {
    await using server = await askingServer((_params, tries) => (tries === 1 ? asks({ who: nameForm }, STATE) : done))
    const before = await ElicitingHost.start(remote(server))
    const args = { path: 'ä', list: [1, null], nested: { b: 1, a: 2 } }
    const { conversationId, question } = await before.run('go', args)
    await before.draft(question.id, { name: 'Ad' })
    await using after = await restart(before, how)
    expect(await after.question()).toEqual({ ...question, draft: { name: 'Ad' } })
    await after.answer(question.id, accept('Ada'))
    expect(await after.call(conversationId)).toMatchObject({ state: 'done', result: { content: [{ text: 'done' }] } })
    expect(sentAgain(server)).toMatchObject([
      { name: 'go', arguments: args, inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } }, requestState: STATE },
    ])
    expect(ElicitingHost.onDisk(await after.quit())).toBe(JSON.stringify([[], [{ json: null, draft: null }]]))
  })

  it(`MR-12: a call of a 2026 server over stdio waits on, though its process is another one (${how})`, async () => {
    const before = await ElicitingHost.start(fixture('asksUser2026'))
    const { conversationId, question } = await before.run('ask_name')
    await using after = await restart(before, how)
    expect(await after.question()).toEqual(question)
    await after.answer(question.id, accept('Ada'))
    const call = await after.call(conversationId)
    expect(call).toMatchObject({ state: 'done', result: { content: [{ text: '{"action":"accept","content":{"name":"Ada"}}' }] } })
  })

  it(`a call of a 2025 server over stdio is cut off and its question withdrawn with the reason; run again, what was typed is there (${how})`, async () => {
    const before = await ElicitingHost.start(fixture('asksUser'))
    const { conversationId, question } = await before.run('ask_name')
    await before.draft(question.id, { name: 'Ad' })
    await using after = await restart(before, how)
    expect(await after.ended(question.id)).toMatchObject({
      how: 'withdrawn',
      reason: { id: 'ends.quitNoResume', params: { server: 'asker' } },
    })
    expect(await after.call(conversationId)).toMatchObject({
      state: 'cutOff',
      error: { code: 'INTERRUPTED', reason: 'chat.cannotResume', params: { serverId: asker } },
    })
    await after.host.until('connections.states', (states) => states[asker]?.phase === 'ready')
    await after.host.call('chat.retry', { conversationId })
    const again = await after.question()
    expect([again.id === question.id, again.draft]).toEqual([false, { name: 'Ad' }])
  })
})

it('MR-12: is there before its server is, and what was answered waits for the server', async () => {
  const first = await askingServer((_params, tries) => (tries === 1 ? asks({ who: nameForm }, STATE) : done))
  const before = await ElicitingHost.start(remote(first))
  const { conversationId, question } = await before.run('go')
  const left = await before.quit()
  const { port } = new URL(first.url)
  await first[Symbol.asyncDispose]()
  await using after = await ElicitingHost.after(left)
  expect((await after.question()).id).toBe(question.id)
  await after.answer(question.id, accept('Ada'))
  await after.call(conversationId, ({ state }) => state === 'running')
  await using second = await askingServer(() => done, Number(port))
  await after.host.call('servers.start', { serverId: asker })
  expect((await after.call(conversationId)).state).toBe('done')
  expect(second.calls).toMatchObject([{ params: { requestState: STATE } }])
})

/** Starts a host that resumes a call whose server is away and whose question was just answered. Also returns the port of that server. */
async function answeredInVain() {
  await using server = await askingServer(() => asks({ who: nameForm }, STATE))
  const before = await ElicitingHost.start(remote(server))
  const { conversationId } = await before.run('go')
  const left = await before.quit()
  const { port } = new URL(server.url)
  await server[Symbol.asyncDispose]()
  const host = await ElicitingHost.after(left)
  await host.answer((await host.question()).id, accept('Ada'))
  await host.call(conversationId, ({ state }) => state === 'running')
  return { host, conversationId, port: Number(port) }
}

it.each(['quit', 'kill -9'] as const)(
  'MR-12: an answer that waits for its server is not lost with Parley: it is asked for again, filled in (%s)',
  async (how) => {
    const { host, conversationId, port } = await answeredInVain()
    await using after = await restart(host, how)
    const question = await after.question()
    expect(question.draft).toEqual({ name: 'Ada' })
    await using server = await askingServer(() => done, port)
    await after.host.call('servers.start', { serverId: asker })
    await after.answer(question.id, accept('Ada'))
    expect((await after.call(conversationId)).state).toBe('done')
    expect(server.calls).toMatchObject([{ params: { requestState: STATE } }])
    expect(ElicitingHost.onDisk(await after.quit())).not.toContain('Ada')
  },
)

it('an answer that waits for its server is not sent once a person has stopped the server', async () => {
  const { host, conversationId, port } = await answeredInVain()
  await using after = host
  await after.host.call('servers.stop', { serverId: asker })
  expect(await after.call(conversationId)).toMatchObject({
    state: 'cutOff',
    error: { reason: 'connections.stopped', params: { server: asker } },
  })
  await using server = await askingServer(() => done, port)
  await after.host.call('servers.start', { serverId: asker })
  expect(server.calls).toEqual([])
})

it('MR-10, MR-12: waits again in a later round, over one crash after the other, and says which time it asks', async () => {
  const round = (tries: number): object => (tries < 3 ? asks({ who: nameForm }, `${STATE}${tries}`) : done)
  await using server = await askingServer((_params, tries) => round(tries))
  const before = await ElicitingHost.start(remote(server))
  const { conversationId, question } = await before.run('go')
  const first = await restart(await restart(before, 'kill -9'), 'kill -9')
  await first.answer((await first.question()).id, accept('Ada'))
  const { open } = await first.host.until('questions', (questions) => questions.open.some(({ asker: { round: time } }) => time === 2))
  expect(open[0]?.id).not.toBe(question.id)
  await using second = await restart(first, 'kill -9')
  expect(await second.question()).toEqual(open[0])
  await second.answer((await second.question()).id, accept('Bob'))
  expect((await second.call(conversationId)).state).toBe('done')
  expect(sentAgain(server)).toMatchObject([
    { inputResponses: { who: { content: { name: 'Ada' } } }, requestState: `${STATE}1` },
    { inputResponses: { who: { content: { name: 'Bob' } } }, requestState: `${STATE}2` },
  ])
})

it('MR-12: killed at any instant, a call either waits with its one question or has ended, and nothing is sent for it that was sent before', async () => {
  const left: string[] = []
  const hosts: ElicitingHost[] = []
  const kill = (): void => void left.push(...hosts.map((host) => host.crash()))
  await using server = await askingServer((_params, tries) => {
    kill()
    return tries < 3 ? asks({ who: nameForm }, STATE) : done
  })
  await using host = await ElicitingHost.start(remote(server))
  hosts.push(host)
  const { conversationId, question } = await host.run('go')
  kill()
  await host.draft(question.id, { name: 'Ad' })
  kill()
  await host.answer(question.id, accept('Ada'))
  kill()
  const { open } = await host.host.until('questions', (questions) => questions.open.some(({ id }) => id !== question.id))
  kill()
  await host.answer(open[0]?.id ?? question.id, accept('Bob'))
  await host.call(conversationId)
  kill()
  const sent = server.calls.length
  hosts.length = 0
  const found: string[] = []
  for (const folder of left) {
    await using after = await ElicitingHost.after(folder)
    const { state } = await after.call(conversationId, (call) => call.endedAt !== undefined || call.state === 'waitingAnswer')
    const questions = state === 'waitingAnswer' ? [await after.question()] : (await after.host.until('questions', () => true)).open
    found.push(`${state} ${questions.length}`)
  }
  // Timing decides whether a kill right after an answer still finds the answer unsent.
  const may: readonly string[] = ['waitingAnswer 1', 'cutOff 0', 'done 0']
  expect({ first: found.slice(0, 3), last: found.at(-1), others: found.filter((each) => !may.includes(each)) }).toEqual({
    first: ['cutOff 0', 'waitingAnswer 1', 'waitingAnswer 1'],
    last: 'done 0',
    others: [],
  })
  expect([sent, server.calls.length]).toEqual([3, 3])
})

it.each(['2025', '2026'] as const)(
  'TK-05, MR-12: a task of %s that asks something asks the same question again, with what was typed',
  async (era) => {
    await using work = await longWork(era, 'http')
    if (work.launch.kind !== 'http') throw new Error('It should be remote')
    const before = await ElicitingHost.start(remote(work.launch))
    const { conversationId, question } = await before.run('ask', { name: 'a' })
    await before.draft(question.id, { name: 'Ad' })
    await using after = await restart(before, 'kill -9')
    expect(await after.question()).toEqual({ ...question, draft: { name: 'Ad' } })
    await after.answer(question.id, accept('Ada'))
    const { open } = await after.host.until('questions', (questions) => questions.open.some(({ id }) => id !== question.id))
    await after.answer(open[0]?.id ?? question.id, { kind: 'form', action: 'accept', content: { size: 'l' } })
    expect(await after.call(conversationId)).toMatchObject({
      state: 'done',
      result: { content: [{ text: '[{"name":"Ada"},{"size":"l"}]' }] },
    })
    expect(work.methods().filter((method) => method === 'tools/call')).toHaveLength(1)
  },
)

it('never sends an answer twice: a call that was killed after its answers had left is cut off', async () => {
  let crashed = ''
  const before: ElicitingHost[] = []
  await using server = await askingServer((_params, tries) => {
    if (tries === 1) return asks({ who: nameForm }, STATE)
    crashed = before[0]?.crash() ?? ''
    return done
  })
  await using host = await ElicitingHost.start(remote(server))
  before.push(host)
  const { conversationId, question } = await host.run('go')
  await host.answer(question.id, accept('Ada'))
  await host.call(conversationId)
  await using after = await ElicitingHost.after(crashed)
  expect(await after.call(conversationId)).toMatchObject({ state: 'cutOff', error: { code: 'INTERRUPTED' } })
  await after.host.until('connections.states', (states) => states[asker]?.phase === 'ready')
  expect([server.calls.length, (await after.host.until('questions', () => true)).open]).toEqual([2, []])
})

it('MR-01, MR-12: asks a whole round again, with what was answered of it filled in, but for a form that asks for a secret', async () => {
  const form = (message: string, field: object): object => ({
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema: { type: 'object', properties: field } },
  })
  const round = {
    age: form('How old?', { age: { type: 'integer' }, ok: { type: 'boolean' } }),
    key: form('Your password?', { password: { type: 'string' } }),
    name: form('Who?', { name: { type: 'string' } }),
  }
  await using server = await askingServer((_params, tries) => (tries === 1 ? asks(round, STATE) : done))
  const before = await ElicitingHost.start(remote(server))
  const { conversationId } = await before.run('go')
  const { open } = await before.host.until('questions', (questions) => questions.open.length === 3)
  const [age, key] = open
  if (!age || !key) throw new Error('Too few questions')
  await before.answer(age.id, { kind: 'form', action: 'accept', content: { age: 36, ok: true } })
  await before.answer(key.id, { kind: 'form', action: 'accept', content: { password: 'hunter2' } })
  const left = await before.quit()
  expect(ElicitingHost.onDisk(left)).not.toContain('hunter2')
  await using after = await ElicitingHost.after(left)
  const again = await after.host.until('questions', (questions) => questions.open.length === 3)
  expect(again.open.map(({ draft }) => draft)).toEqual([{ age: 36, ok: true }, undefined, undefined])
  expect(again.open.map(({ id }) => id).indexOf(open[2]?.id ?? age.id)).toBe(2)
  for (const [index, content] of [{ age: 36 }, { password: 'p' }, { name: 'Ada' }].entries()) {
    const id = again.open[index]?.id
    if (id) await after.answer(id, { kind: 'form', action: 'accept', content })
  }
  await after.call(conversationId)
  const [sent] = sentAgain(server)
  expect(isRecord(sent) && sent['inputResponses']).toMatchObject({ age: { content: { age: 36 } }, name: { content: { name: 'Ada' } } })
  expect(ElicitingHost.onDisk(await after.quit())).not.toMatch(/36|Ada/)
})

it('MR-09: a request for the model is asked again, and nothing is sent where the person says no', async () => {
  const sampling = {
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: 'Say something' } }], maxTokens: 5 },
  }
  await using server = await askingServer((_params, tries) => (tries === 1 ? asks({ model: sampling }, STATE) : done))
  const before = await ElicitingHost.start(remote(server))
  const { conversationId, question } = await before.run('go')
  await using after = await ElicitingHost.after(await before.quit())
  expect((await after.question('sampling')).id).toBe(question.id)
  await after.answer(question.id, { kind: 'sampling', action: 'deny' })
  expect([(await after.call(conversationId)).error?.code, server.calls.length]).toEqual(['DENIED', 1])
})

it('MR-12: a state that the server no longer takes ends the call plainly, and it can be made again', async () => {
  const fresh = (tries: number): object =>
    tries % 2 === 1 ? asks({ who: nameForm }, STATE) : { code: -32602, message: 'State has expired' }
  await using server = await askingServer((_params, tries) => fresh(tries))
  const before = await ElicitingHost.start(remote(server))
  const { conversationId, question } = await before.run('go')
  await using after = await ElicitingHost.after(await before.quit())
  await after.answer((await after.question()).id, accept('Ada'))
  expect(await after.call(conversationId)).toMatchObject({
    state: 'cutOff',
    error: { code: 'INTERRUPTED', reason: 'calls.requestForgotten', params: { server: asker }, said: 'State has expired' },
  })
  await after.host.until('chat.conversations', (list) => list[0]?.turn === 'cutOff')
  await after.host.call('chat.retry', { conversationId })
  expect((await after.question()).id).not.toBe(question.id)
})

describe('H12: another server than the one that asked gets nothing', () => {
  it('where another address has its name now', async () => {
    await using first = await askingServer(() => asks({ who: nameForm }, STATE))
    await using other = await askingServer(() => done)
    const before = await ElicitingHost.start(remote(first))
    const { conversationId, question } = await before.run('go')
    await using after = await ElicitingHost.after(await before.quit(), (servers) => {
      servers['asker'] = { type: 'http', url: other.url }
    })
    expect(await after.ended(question.id)).toMatchObject({ how: 'withdrawn', reason: { id: 'ends.callEnded' } })
    expect(await after.call(conversationId)).toMatchObject({
      state: 'cutOff',
      error: { reason: 'calls.serverChanged', params: { server: asker } },
    })
    expect([first.calls.length, other.calls.length]).toEqual([1, 0])
  })

  it('where it is changed while the question is open', async () => {
    await using first = await askingServer(() => asks({ who: nameForm }, STATE))
    await using other = await askingServer(() => done)
    await using host = await ElicitingHost.start(remote(first))
    const { conversationId, question } = await host.run('go')
    await host.host.call('servers.save', {
      previousId: asker,
      id: asker,
      launch: { kind: 'http', url: other.url, headers: {}, transport: 'auto' },
    })
    expect(await host.ended(question.id)).toMatchObject({
      how: 'withdrawn',
      reason: { id: 'errors.connections.changed', params: { server: asker } },
    })
    expect((await host.call(conversationId)).error).toMatchObject({ reason: 'connections.changed', params: { server: asker } })
    expect([first.calls.length, other.calls.length]).toEqual([1, 0])
  })
})

it.each([
  [
    'was removed',
    (servers: Record<string, unknown>) => void delete servers['asker'],
    { reason: 'servers.unknown', params: { name: asker } },
  ],
  [
    'was disabled',
    (servers: Record<string, unknown>) => {
      servers['asker'] = { ...(servers['asker'] as object), parley: { enabled: false } }
    },
    { reason: 'connections.disabled', params: { server: asker } },
  ],
  [
    'was given another name',
    (servers: Record<string, unknown>) => {
      servers['renamed'] = servers['asker']
      delete servers['asker']
    },
    { reason: 'servers.unknown', params: { name: asker } },
  ],
])('MR-12: a call whose server %s meanwhile ends plainly, and so does its question', async (_how, change, error) => {
  await using server = await askingServer(() => asks({ who: nameForm }, STATE))
  const before = await ElicitingHost.start(remote(server))
  const { conversationId, question } = await before.run('go')
  await using after = await ElicitingHost.after(await before.quit(), change)
  expect((await after.ended(question.id))?.how).toBe('withdrawn')
  expect(await after.call(conversationId)).toMatchObject({ state: 'cutOff', error })
  expect(server.calls).toHaveLength(1)
})

it('MR-11: a call whose tool is another one now ends before a person has answered for nothing', async () => {
  await using server = await askingServer(() => asks({ who: nameForm }, STATE))
  const before = await ElicitingHost.start(remote(server))
  const { conversationId, question } = await before.run('go')
  const left = await before.quit()
  server.describe('Goes elsewhere')
  await using after = await ElicitingHost.after(left)
  expect(await after.call(conversationId)).toMatchObject({ state: 'cutOff', error: { code: 'CONFLICT' } })
  expect((await after.ended(question.id))?.how).toBe('withdrawn')
  expect(server.calls).toHaveLength(1)
})

it('a prompt that somebody looked at when Parley was killed is nobody’s any more: its question ends with the reason, and nothing is kept of it', async () => {
  await using server = await askingServer((_params, tries) => (tries === 1 ? asks({ who: nameForm }, STATE) : done))
  await using before = await ElicitingHost.start(remote(server))
  const preview = before.host.call('prompts.preview', { serverId: asker, prompt: 'go', arguments: {} })
  const question = await before.question()
  const left = before.crash()
  await before.answer(question.id, { kind: 'form', action: 'cancel' })
  await preview.catch(() => undefined)
  expect(ElicitingHost.onDisk(left)).toMatch(/^\[\[\],/)
  await using after = await ElicitingHost.after(left)
  expect(await after.ended(question.id)).toMatchObject({
    how: 'withdrawn',
    reason: { id: 'ends.quitUnwatched' },
  })
})

it('a person who stops a call that waits since before the restart ends its question too, and nothing is left', async () => {
  await using server = await askingServer(() => asks({ who: nameForm }, STATE))
  const before = await ElicitingHost.start(remote(server))
  const { conversationId, question } = await before.run('go')
  await using after = await ElicitingHost.after(await before.quit())
  await after.question()
  await after.host.call('chat.stop', { conversationId })
  expect(await after.ended(question.id)).toMatchObject({ how: 'withdrawn' })
  expect([(await after.call(conversationId)).state, server.calls.length]).toEqual(['stopped', 1])
  expect(ElicitingHost.onDisk(await after.quit())).toMatch(/^\[\[\],/)
})
