import { expect, it } from 'vitest'
import { json, webServer } from '../net/testing/webServer'
import { openModel } from '../models/openModel'
import { streamModelStep } from './modelStep'
import { ChatBench, textResult } from './testing/chatBench'
import { ScriptedModel, type ScriptedCall } from './testing/scriptedModel'

const calls = (name: string, args: unknown = {}): ScriptedCall => ({ id: `call-${name}`, name, arguments: JSON.stringify(args) })

// Catches a request that a provider has to read anew from the start, which costs ten times as much and takes longer.
it('each request begins with the bytes of the one before it, except where a search has found a new tool', async () => {
  const tools = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`tool_${index}`, () => Promise.resolve(textResult('x'.repeat(50_000)))]),
  )
  await using model = await ScriptedModel.start(
    { text: ['Looking.'], calls: [calls('find_tools', { queries: ['tool 7'] })] },
    { calls: [calls('files__tool_7')] },
    { text: ['Done.'] },
    { calls: [calls('files__tool_7')] },
    { text: ['Again.'] },
  )
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: { files: tools } })
  const id = bench.open()
  for (const words of ['Do it', 'Once more']) {
    bench.runner.send(id, words)
    await bench.ended(id)
  }
  const bodies = model.requests.map(({ tools: offered, messages }) => ({
    tools: JSON.stringify(offered).slice(0, -1),
    messages: JSON.stringify(messages).slice(0, -1),
  }))
  expect(bodies).toHaveLength(5)
  for (const [index, body] of bodies.entries()) {
    const before = bodies[index - 1]
    if (!before) continue
    expect(body.messages.startsWith(before.messages)).toBe(true)
    expect(body.tools.startsWith(before.tools)).toBe(true)
  }
})

it('tells OpenAI which requests begin alike, and still that it keeps no answer', async () => {
  await using server = await webServer((_asked, response) => json(response, { error: { message: 'enough seen' } }, 400))
  const { model } = openModel({ kind: 'openai', baseUrl: `http://127.0.0.1:${server.port}/v1`, key: 'a-key' }, 'gpt-x')
  const step = {
    model,
    modelName: 'gpt-x',
    instructions: '',
    messages: [{ role: 'user' as const, content: 'Hi' }],
    tools: [],
    descriptionBytes: 100,
    quietMs: 10_000,
    cacheKey: 'this-one',
  }
  await expect(Array.fromAsync(streamModelStep(step, new AbortController().signal))).rejects.toThrow()
  expect(JSON.parse(server.asked[0]?.body ?? '')).toMatchObject({ prompt_cache_key: 'this-one', store: false })
})
