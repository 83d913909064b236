import { expect, it } from 'vitest'
import { ManualClock } from '../testing/manualClock'
import { delayBeforeRetry } from './answerRetries'
import { ChatBench, textResult, type BenchOptions } from './testing/chatBench'
import { ScriptedModel, type ScriptedAnswer } from './testing/scriptedModel'

const busy = (after?: string): ScriptedAnswer => ({
  status: 429,
  headers: after === undefined ? {} : { 'retry-after': after },
  body: '{"error":{"message":"Slow down"}}',
})

const call: ScriptedAnswer = { calls: [{ id: 'c', name: 'files__echo', arguments: '{}' }] }
const tools: BenchOptions['tools'] = { files: { echo: () => Promise.resolve(textResult('hi')) } }

/** A conversation whose first answer failed because the provider is busy. */
async function busyChat(model: ScriptedModel, options: Pick<BenchOptions, 'tools' | 'limits'> = {}) {
  const clock = new ManualClock()
  const bench = new ChatBench({ baseUrl: model.baseUrl, retryClock: clock, tools: {}, ...options })
  const id = bench.open()
  bench.runner.send(id, 'Hello')
  await bench.ended(id)
  return { bench, clock, id, last: () => bench.screen(id).messages.at(-1) }
}

it('tries again by itself when the provider said so, and not earlier', async () => {
  await using model = await ScriptedModel.start(busy('20'), { text: ['Hi'] })
  const { bench, clock, id, last } = await busyChat(model)
  expect(bench.retries.all()).toMatchObject([{ conversationId: id, messageId: last()?.id, tries: 0, at: clock.now() + 20_000 }])
  await clock.pass(19_000)
  expect(model.requests).toHaveLength(1)
  await clock.pass(1_000)
  await bench.until(id, () => last()?.state === 'done')
  expect(last()?.parts).toMatchObject([{ kind: 'text', text: 'Hi' }])
  expect(bench.retries.all()).toEqual([])
})

// Catches a loop of requests that nobody asked for.
it('gives up after three tries, and begins anew when the person tries', async () => {
  await using model = await ScriptedModel.start(busy(), busy(), busy(), busy(), busy())
  const { bench, clock, id } = await busyChat(model)
  for (const asked of [2, 3, 4]) {
    await clock.pass(60_000)
    await model.asked(asked)
    await bench.ended(id)
  }
  expect(bench.retries.all()).toMatchObject([{ tries: 3 }])
  expect(bench.retries.all()[0]).not.toHaveProperty('at')
  await clock.pass(600_000)
  expect(model.requests).toHaveLength(4)
  bench.runner.retry(id)
  expect(bench.retries.all()).toEqual([])
  await bench.ended(id)
  expect(bench.retries.all()).toMatchObject([{ tries: 0, at: clock.now() + 5_000 }])
})

// Catches a long turn that gives up although its provider answers again and again in between.
it('begins its count anew when a request of the turn was answered', async () => {
  await using model = await ScriptedModel.start(busy(), busy(), busy(), call, busy(), { text: ['Done'] })
  const { bench, clock, id, last } = await busyChat(model, { tools })
  for (const [asked, tries] of [
    [2, 1],
    [3, 2],
    [5, 0],
  ] as const) {
    await clock.pass(60_000)
    await model.asked(asked)
    await bench.ended(id)
    expect(bench.retries.all()).toMatchObject([{ tries, at: clock.now() + 5_000 * 2 ** tries }])
  }
  await clock.pass(5_000)
  await bench.until(id, () => last()?.state === 'done')
  expect(bench.retries.all()).toEqual([])
})

// Catches a model that repeats its calls for ever, because each try that Parley makes begins a new count of its steps.
it('counts the steps of a turn over all tries of its own, and anew when the person tries', async () => {
  await using model = await ScriptedModel.start(busy(), call, busy(), call, busy(), call, call, call, call, { text: ['Done'] })
  const { bench, clock, id, last } = await busyChat(model, { tools, limits: { stepsPerTurn: 3 } })
  for (const asked of [3, 5, 6]) {
    await clock.pass(5_000)
    await model.asked(asked)
    await bench.ended(id)
  }
  const limit = { kind: 'notice', error: { code: 'STEP_LIMIT' } }
  expect([model.requests.length, bench.retries.all()]).toEqual([6, []])
  expect(last()).toMatchObject({ state: 'done', parts: [{ kind: 'call' }, { kind: 'call' }, { kind: 'call' }, limit] })
  bench.runner.retry(id)
  await bench.ended(id)
  expect([model.requests.length, last()?.parts.at(-1)]).toMatchObject([9, limit])
})

it.each([
  ['the person stops it', (bench: ChatBench, id: Parameters<ChatBench['screen']>[0]) => Promise.resolve(bench.retries.stop(id))],
  [
    'the conversation is stopped, as before its removal',
    (bench: ChatBench, id: Parameters<ChatBench['screen']>[0]) => bench.runner.stop(id),
  ],
])('sends nothing more by itself when %s', async (_what, act) => {
  await using model = await ScriptedModel.start(busy('20'))
  const { bench, clock, id } = await busyChat(model)
  await act(bench, id)
  await clock.pass(60_000)
  expect([model.requests.length, bench.retries.all()]).toEqual([1, []])
})

it('sends nothing where the person looks at another version meanwhile', async () => {
  await using model = await ScriptedModel.start({ text: ['First'] }, busy('20'))
  const clock = new ManualClock()
  const bench = new ChatBench({ baseUrl: model.baseUrl, retryClock: clock })
  const id = bench.open()
  bench.runner.send(id, 'Hello')
  const first = (await bench.ended(id)).messages[1]
  if (!first) throw new Error('There is an answer')
  await bench.runner.regenerate(id, first.id)
  await bench.until(id, ({ messages }) => messages[1]?.state === 'failed')
  await bench.ended(id)
  bench.runner.showVersion(id, first.id)
  await clock.pass(60_000)
  expect(model.requests).toHaveLength(2)
})

it('waits only for what waiting mends, and not for hours', () => {
  const error = (code: 'MODEL_RATE_LIMITED' | 'MODEL_OVERLOADED' | 'MODEL_QUOTA' | 'MODEL_REFUSED_KEY', retryAfterSeconds?: number) => ({
    code,
    message: '',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
  expect(delayBeforeRetry(error('MODEL_RATE_LIMITED', 0), 0)).toBe(1_000)
  expect(delayBeforeRetry(error('MODEL_RATE_LIMITED', 3_600), 0)).toBeUndefined()
  expect([0, 1, 2].map((tries) => delayBeforeRetry(error('MODEL_OVERLOADED'), tries))).toEqual([5_000, 10_000, 20_000])
  expect(delayBeforeRetry(error('MODEL_QUOTA', 5), 0)).toBeUndefined()
  expect(delayBeforeRetry(error('MODEL_REFUSED_KEY'), 0)).toBeUndefined()
})
