import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import { expect, it } from 'vitest'
import { defaultLimits } from '../../../shared/domain/defaultLimits'
import { json, webServer, type Asked } from '../../net/testing/webServer'
import { explainModelError } from '../explainModelError'
import { openModel } from '../openModel'

type Line = Readonly<Record<string, unknown>>
const done = { message: { content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 20, eval_count: 5 }
const says = (content: string): Line => ({ message: { role: 'assistant', content }, done: false })

/** Stands for Ollama: each request to `/api/chat` gets the next lines. */
async function ollama(show: Line, ...answers: readonly (readonly Line[])[]) {
  const left = [...answers]
  return await webServer((asked, response) => {
    if (asked.url === '/api/show') return json(response, show)
    const lines = left.shift()
    if (asked.url !== '/api/chat' || !lines) return json(response, { error: 'model "x" does not support tools' }, 400)
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.end(lines.map((line) => JSON.stringify(line)).join('\n'))
  })
}

const able = { capabilities: ['completion', 'tools', 'thinking', 'vision'], model_info: { 'qwen3.context_length': 262_144 } }
const open = (port: number, context?: Record<string, number>) =>
  openModel({ kind: 'ollama', baseUrl: `http://127.0.0.1:${port}`, ...(context && { context }) }, 'qwen3:4b').model
const chatsOf = (asked: readonly Asked[]): readonly Line[] =>
  asked.filter(({ url }) => url === '/api/chat').map(({ body }) => JSON.parse(body) as Line)

it.each([
  ['what the person set', { 'qwen3:4b': 65_536 }, able, 65_536],
  ['by itself no more than 32,768, because memory is taken for it', undefined, able, 32_768],
  ['never more than the model can', { 'qwen3:4b': 65_536 }, { ...able, model_info: { 'qwen3.context_length': 8_192 } }, 8_192],
  ['the usual where Ollama does not say what the model can', undefined, {}, 32_768],
])('takes in %s', async (_what, context, show, expected) => {
  await using server = await ollama(show, [says('Hi'), done])
  const { text } = await generateText({ model: open(server.port, context), prompt: 'Hello' })
  expect(text).toBe('Hi')
  expect(chatsOf(server.asked)).toMatchObject([{ model: 'qwen3:4b', options: { num_ctx: expected } }])
})

// Catches: "[" at the end of one text of a server and "Parley:" at the beginning of the next become what begins like a remark of Parley's.
it('keeps the texts of a message apart, also around a picture', async () => {
  await using server = await ollama(able, [says('Hi'), done])
  const text = (words: string) => ({ type: 'text', text: words }) as const
  const image = { type: 'file', mediaType: 'image/png', data: new Uint8Array([1, 2, 3]) } as const
  await generateText({ model: open(server.port), messages: [{ role: 'user', content: [text('One ['), image, text('Parley: two')] }] })
  expect(chatsOf(server.asked)).toMatchObject([{ messages: [{ role: 'user', content: 'One [\n\nParley: two', images: ['AQID'] }] }])
})

it('calls tools with ids of their own, and gives their results back by name, with what the model thought', async () => {
  const call = { message: { content: '', tool_calls: [{ function: { name: 'add', arguments: { a: 1 } } }] } }
  const thought = { message: { content: '', thinking: 'I must add.' } }
  await using server = await ollama(able, [thought, call, call, done], [says('2'), says(' and 2'), done])
  const add = tool({ inputSchema: jsonSchema<{ a: number }>({ type: 'object' }), execute: ({ a }) => a + 1 })
  const image = { type: 'file', mediaType: 'image/png', data: new Uint8Array([1, 2, 3]) } as const
  const result = streamText({
    model: open(server.port),
    stopWhen: stepCountIs(2),
    tools: { add },
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Add' }, image] }],
  })
  expect(await result.text).toBe('2 and 2')
  const [first] = await result.steps
  expect(new Set(first?.toolCalls.map(({ toolCallId }) => toolCallId)).size).toBe(2)
  expect(first?.finishReason).toBe('tool-calls')
  expect(await result.totalUsage).toMatchObject({ inputTokens: 40, outputTokens: 10 })
  const calls = [1, 2].map(() => ({ function: { name: 'add', arguments: { a: 1 } } }))
  const [, second] = chatsOf(server.asked)
  expect(second?.['messages']).toEqual([
    { role: 'user', content: 'Add', images: ['AQID'] },
    { role: 'assistant', content: '', thinking: 'I must add.', tool_calls: calls },
    { role: 'tool', content: '2', tool_name: 'add' },
    { role: 'tool', content: '2', tool_name: 'add' },
  ])
})

it('does not ask a model to think that cannot, because Ollama would refuse the whole request', async () => {
  await using server = await ollama({ capabilities: ['completion'] }, [says('Hi'), done])
  await generateText({ model: open(server.port), prompt: 'Hello', reasoning: 'high' })
  expect(chatsOf(server.asked)[0]).not.toHaveProperty('think')
})

it.each([
  ['an error in the middle of an answer', [says('Hal'), { error: 'out of memory' }], { reason: 'models.reported', said: 'out of memory' }],
  ['an answer without its end', [says('Hal')], { reason: 'models.brokeOff' }],
  ['what is no answer of Ollama', [[1]], { reason: 'models.notUnderstood' }],
])('reports %s, and does not take it for a whole answer', async (_what, lines, expected) => {
  await using server = await ollama(able, lines as unknown as readonly Line[])
  const failed = generateText({ model: open(server.port), prompt: 'Hello', maxRetries: 0 }).catch((thrown: unknown) =>
    explainModelError(thrown, { modelName: 'qwen3:4b', answered: true }).toData(),
  )
  expect(await failed).toMatchObject(expected)
})

it('says why Ollama refused a request in its own words', async () => {
  await using server = await ollama(able)
  const failed = generateText({ model: open(server.port), prompt: 'Hello' }).catch((thrown: unknown) =>
    explainModelError(thrown, { modelName: 'qwen3:4b', answered: false }).toData(),
  )
  expect(await failed).toMatchObject({ reason: 'models.notAccepted', said: 'model "x" does not support tools' })
})

it('ends an answer that has no end of line', async () => {
  await using server = await ollama(able, [says('x'.repeat(5_000)), done])
  const { model } = openModel({ kind: 'ollama', baseUrl: `http://127.0.0.1:${server.port}` }, 'tiny', {
    limits: { ...defaultLimits, modelLineBytes: 1_000 },
  })
  const failed = generateText({ model, prompt: 'Hello', maxRetries: 0 }).catch((thrown: unknown) =>
    explainModelError(thrown, { modelName: 'tiny', answered: true }).toData(),
  )
  expect(await failed).toMatchObject({ reason: 'models.endlessLine' })
})
