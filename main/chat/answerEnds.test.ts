import { expect, it } from 'vitest'
import type { Part } from '../../shared/domain/chat'
import { ChatBench, textResult } from './testing/chatBench'
import { ScriptedModel, type ScriptedAnswer } from './testing/scriptedModel'

const echo = { files: { echo: () => Promise.resolve(textResult('hi')) } }
const call = { id: 'c', name: 'files__echo', arguments: '{}' }

async function chat(model: ScriptedModel) {
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo })
  const id = bench.open()
  bench.runner.send(id, 'Hello')
  return { bench, id, shown: await bench.ended(id) }
}
const shape = (parts: readonly Part[] = []): readonly string[] =>
  parts.map((part) => (part.kind === 'notice' ? (part.error.reason ?? '') : `${part.kind} ${'text' in part ? part.text : ''}`))

// Catches the blank answer that leaves a person without a word.
it.each([
  ['an empty answer', {}, ['chat.emptyAnswer']],
  ['white space alone', { text: ['\n', ' '] }, ['text \n ', 'chat.emptyAnswer']],
  ['a thought alone', { text: ['<think>Hm'] }, ['reasoning Hm', 'chat.onlyThought']],
  ['the longest answer', { text: ['Half'], finish: 'length' }, ['text Half', 'chat.longestAnswer']],
  ['a filter', { text: ['Half'], finish: 'content_filter' }, ['text Half', 'chat.contentFilter']],
] as const satisfies readonly (readonly [string, ScriptedAnswer, readonly string[]])[])(
  'says so after %s, and Retry goes on',
  async (_what, answer, parts) => {
    await using model = await ScriptedModel.start(answer, { text: ['Four'] })
    const { bench, id, shown } = await chat(model)
    expect(shape(shown.messages[1]?.parts)).toEqual(parts)
    bench.runner.retry(id)
    await bench.until(id, ({ messages }) => messages[1]?.state === 'done' && messages[1].parts.every(({ kind }) => kind !== 'notice'))
    expect(shape(bench.screen(id).messages[1]?.parts).join()).toContain('Four')
    // Nothing is gone on with where nothing was said.
    const goesOn = model.requests.map(({ messages }) => JSON.stringify(messages).includes('your answer broke off here'))
    expect(goesOn).toEqual([false, shape(shown.messages[1]?.parts).includes('text Half')])
    expect(bench.store.load(id)).toEqual(bench.screen(id))
  },
)

it('an answer that ended well is not gone on with', async () => {
  await using model = await ScriptedModel.start({ text: ['Four'] })
  const { bench, id } = await chat(model)
  expect(() => bench.runner.retry(id)).toThrow('chat.endedWell')
})

it('keeps when a thought began and ended: at the first word of the answer, also after a tag', async () => {
  await using model = await ScriptedModel.start({ text: ['<thi', 'nk>Hm', '.</think>', '\n\nFour'] })
  const { bench, id, shown } = await chat(model)
  const [thought, answer] = shown.messages[1]?.parts ?? []
  expect(shape(shown.messages[1]?.parts)).toEqual(['reasoning Hm.', 'text Four'])
  if (thought?.kind !== 'reasoning' || answer?.kind !== 'text') throw new Error('A thought, then an answer')
  expect((thought.endedAt ?? 0) - (thought.startedAt ?? Number.NaN)).toBeGreaterThanOrEqual(0)
  const order = bench.events.map(({ type }) => type)
  expect(order.indexOf('reasoningEnded')).toBeLessThan(order.lastIndexOf('partAdded'))
  expect(bench.store.load(id)).toEqual(shown)
})

it('counts what all requests of an answer used, once: a branch and an edited copy used nothing', async () => {
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 120,
    prompt_tokens_details: { cached_tokens: 80 },
    completion_tokens_details: { reasoning_tokens: 5 },
  }
  await using model = await ScriptedModel.start({ calls: [call], usage }, { text: ['Done'], usage: { ...usage, prompt_tokens: 150 } })
  const { bench, id, shown } = await chat(model)
  const answer = shown.messages[1]
  if (!answer) throw new Error('There is an answer')
  expect(answer.usage).toEqual({ input: 250, cached: 160, output: 40, reasoning: 10 })
  expect(bench.store.load(id)).toEqual(shown)
  expect(bench.database.all('SELECT message, provider, model, input, price FROM usage')).toMatchObject([
    { message: answer.id, provider: 'local', model: 'scripted-1', input: 100, price: null },
    { message: answer.id, input: 150 },
  ])
  const { conversationId } = await bench.brancher.branch(id, answer.id)
  expect(bench.store.load(conversationId).messages[1]).not.toHaveProperty('usage')
  await bench.runner.edit(id, answer.id, 'Well done')
  expect(bench.screen(id).messages[1]).not.toHaveProperty('usage')
  // What was used stays when the conversation goes.
  bench.store.remove([id], 0)
  bench.store.sweep()
  expect(bench.database.all('SELECT message, input FROM usage')).toMatchObject([
    { message: null, input: 100 },
    { message: null, input: 150 },
  ])
})

it('what an answer cost is what all its requests cost, at the price of then', async () => {
  const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100, prompt_tokens_details: { cached_tokens: 400 } }
  await using model = await ScriptedModel.start({ calls: [call], usage }, { text: ['Done'], usage })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo, price: { input: 2, output: 10, cacheRead: 0.5 } })
  const id = bench.open()
  bench.runner.send(id, 'Hello')
  const shown = await bench.ended(id)
  // Each of the two: 600 x 2 + 400 x 0.5 + 100 x 10 = 2,400 millionths.
  expect(shown.messages[1]?.usage?.cost).toBeCloseTo(0.004_8, 12)
  expect(bench.store.load(id)).toEqual(shown)
  expect(bench.database.all('SELECT currency FROM usage')).toEqual([{ currency: 'USD' }, { currency: 'USD' }])
})

it('counts reasoning as written where a provider counts it beside what it wrote', async () => {
  const usage = { prompt_tokens: 32, completion_tokens: 9, total_tokens: 135, completion_tokens_details: { reasoning_tokens: 94 } }
  await using model = await ScriptedModel.start({ text: ['Four'], usage })
  const { shown } = await chat(model)
  expect(shown.messages[1]?.usage).toMatchObject({ input: 32, output: 103, reasoning: 94 })
})

it('says nothing of tokens where the provider counts none', async () => {
  await using model = await ScriptedModel.start({ text: ['Four'] })
  const { bench, shown } = await chat(model)
  expect(shown.messages[1]).not.toHaveProperty('usage')
  expect(bench.database.all('SELECT id FROM usage')).toEqual([])
})

it('a conversation whose key was refused says so in the list, until an answer comes', async () => {
  await using model = await ScriptedModel.start({ status: 401, body: '{}' }, { text: ['Four'] })
  const { bench, id } = await chat(model)
  expect(bench.list.conversations()).toMatchObject([{ turn: 'failed', needsKey: true }])
  bench.runner.retry(id)
  await bench.until(id, ({ messages }) => messages[1]?.state === 'done')
  expect(bench.list.conversations()[0]).not.toHaveProperty('needsKey')
})
