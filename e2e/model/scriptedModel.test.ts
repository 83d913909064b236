import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { jsonSchema, streamText, tool, type TextStreamPart, type ToolSet } from 'ai'
import { expect, it } from 'vitest'
import { Gate } from './gate.ts'
import { breakOffAfter, callTools, callUnknownTool, neverAnswer, refuse, say } from './reply.ts'
import { ScriptedModel } from './scriptedModel.ts'

const tools: ToolSet = { server__echo: tool({ inputSchema: jsonSchema<Record<string, unknown>>({ type: 'object' }) }) }

function ask(model: ScriptedModel, signal?: AbortSignal): AsyncIterable<TextStreamPart<ToolSet>> {
  const provider = createOpenAICompatible({ name: 'scripted', baseURL: model.url, apiKey: 'secret' })
  return streamText({
    model: provider('scripted-1'),
    prompt: 'Hello',
    tools,
    maxRetries: 0,
    onError: () => undefined,
    ...(signal && { abortSignal: signal }),
  }).fullStream
}

async function collect(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  whenSaid?: Gate,
): Promise<{ text: string; calls: string[]; errors: number }> {
  const seen = { text: '', calls: [] as string[], errors: 0 }
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta') {
        seen.text += part.text
        whenSaid?.open()
      }
      if (part.type === 'tool-call') seen.calls.push(`${part.toolName} ${JSON.stringify(part.input)}`)
      if (part.type === 'error') seen.errors++
    }
  } catch {
    // A stream that breaks off rejects instead of sending an error part.
    seen.errors++
  }
  return seen
}

it('streams at the pace of the test and keeps what it was asked', async () => {
  await using model = await ScriptedModel.start()
  const gate = new Gate()
  model.will(say('Hel', gate, 'lo'))
  const seen: string[] = []
  for await (const part of ask(model)) {
    if (part.type !== 'text-delta') continue
    seen.push(part.text)
    gate.open()
  }
  expect(seen).toEqual(['Hel', 'lo'])
  expect((await model.request(1)).authorization).toBe('Bearer secret')
  expect((await model.request(1)).tools.map(({ function: { name } }) => name)).toEqual(['server__echo'])
})

it('calls tools in parallel, unknown ones, and with arguments that are not JSON', async () => {
  await using model = await ScriptedModel.start()
  const call = { server: 'server', tool: 'echo', arguments: { n: 1 } }
  model.will(callTools(call, { ...call, arguments: { n: 2 } }), callUnknownTool('nothing'), callTools({ ...call, arguments: '{"n": 1' }))
  expect(await collect(ask(model))).toEqual({ text: '', calls: ['server__echo {"n":1}', 'server__echo {"n":2}'], errors: 0 })
  expect((await collect(ask(model))).calls).toEqual(['nothing {}'])
  expect((await collect(ask(model))).calls).toEqual(['server__echo "{\\"n\\": 1"'])
})

it('refuses, breaks off, and says so when nobody scripted it', async () => {
  await using model = await ScriptedModel.start()
  const heard = new Gate()
  model.will(refuse(401, 'Bad key'), breakOffAfter('Half', heard))
  expect((await collect(ask(model))).errors).toBe(1)
  expect(await collect(ask(model), heard)).toMatchObject({ text: 'Half', errors: 1 })
  expect((await collect(ask(model))).errors).toBe(1)
})

it('never answers, and sees the asker go', async () => {
  await using model = await ScriptedModel.start()
  model.will(neverAnswer)
  const stop = new AbortController()
  const asking = collect(ask(model, stop.signal))
  const request = await model.request(1)
  stop.abort()
  await Promise.all([asking, request.abandoned])
})
