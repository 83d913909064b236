import { generateText } from 'ai'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { defaultLimits } from '../../../shared/domain/defaultLimits'
import { systemClock } from '../../lib/clock'
import { rememberSecret } from '../../lib/redact'
import { json, webServer } from '../../net/testing/webServer'
import { discoverLocalModels } from '../discoverLocalModels'
import { explainModelError } from '../explainModelError'
import { localModelFacts } from '../local/localModelFacts'
import { openModel } from '../openModel'
import { ModelDownloads } from './modelDownloads'

const signal = new AbortController().signal
const done = '{"done":true,"done_reason":"stop"}'
const said = (content: string): string => JSON.stringify({ message: { content } })

/** What becomes of one answer of something that is found where Ollama is looked for. */
async function read(...lines: readonly string[]) {
  await using server = await webServer(({ url }, response) => {
    if (url === '/api/chat') response.end(lines.join('\n'))
    else json(response, {}, 404)
  })
  const { model } = openModel({ kind: 'ollama', baseUrl: `http://127.0.0.1:${server.port}` }, 'tiny', { limits: defaultLimits })
  try {
    const { text, usage } = await generateText({ model, prompt: 'Hi', maxRetries: 0 })
    return { text, tokens: [usage.inputTokens, usage.outputTokens] }
  } catch (thrown) {
    const { reason, said } = explainModelError(thrown, { modelName: 'tiny', answered: true }).toData()
    return { reason, ...(said !== undefined && { said }) }
  }
}

/** How a download ends that is answered like this. */
async function pull(answer: (response: ServerResponse) => void) {
  await using server = await webServer((_asked, response) => answer(response))
  using downloads = new ModelDownloads({
    server: { baseUrl: `http://127.0.0.1:${server.port}` },
    clock: systemClock,
    forbids: () => undefined,
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  downloads.changes.subscribe(() => {
    if (downloads.state()?.step !== 'running') resolve()
  })
  downloads.start()
  await ended
  return downloads.state()
}

it.each(['-1', '1e999', '0.5', '"many"', '[]', '9007199254740993'])(
  'J76: a count of %s is no count, and the answer stays',
  async (count) => {
    const end = `{"done":true,"done_reason":"stop","prompt_eval_count":${count},"eval_count":${count}}`
    expect(await read(said('Hello'), end)).toEqual({ text: 'Hello', tokens: [undefined, undefined] })
  },
)

it.each([
  ['words that are none', '{"message":{"content":{"text":"Hi"}}}'],
  ['calls that are none', '{"message":{"content":"","tool_calls":{"function":{"name":"a"}}}}'],
  ['a call without a name', '{"message":{"content":"","tool_calls":[{"function":{"arguments":{}}}]}}'],
  ['arguments that are a list', '{"message":{"content":"","tool_calls":[{"function":{"name":"a","arguments":[1]}}]}}'],
  [
    'arguments that are nested 100,000 deep',
    `{"message":{"content":"","tool_calls":[{"function":{"name":"a","arguments":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}]}}`,
  ],
  ['a page', '<!doctype html><script>1</script>'],
])('J76: an answer with %s ends with a sentence', async (_what, line) => {
  expect(await read(said('Hel'), line, done)).toEqual({ reason: 'models.notUnderstood' })
})

// Catches a key on the screen that a server in front of Ollama repeats.
it('what such a server reports is said without secrets, and no longer than anybody reads', async () => {
  rememberSecret('key-of-a-proxy-1')
  const fault = (error: string): string => JSON.stringify({ error })
  expect(await read(said('Hel'), fault('key-of-a-proxy-1 is bad'))).toEqual({ reason: 'models.reported', said: '••• is bad' })
  expect(await read(said('Hel'), fault('x'.repeat(5_000)))).toEqual({ reason: 'models.reported', said: 'x'.repeat(2_000) })
})

it.each(['-4096', '0', '0.5', '1e300', '1e999', '"all"', '{}'])('J76: a model that takes in %s tokens is not believed', async (length) => {
  await using server = await webServer(({ url }, response) => {
    if (url === '/api/show') response.end(`{"capabilities":["tools"],"model_info":{"x.context_length":${length}}}`)
    else if (url === '/props') response.end(`{"default_generation_settings":{"n_ctx":${length}}}`)
    else json(response, {}, 404)
  })
  const origin = `http://127.0.0.1:${server.port}`
  const ollama = await localModelFacts({ kind: 'ollama', baseUrl: origin }, ['tiny'], signal)
  expect(ollama.get('tiny')).toEqual({ sees: false, thinks: false, tools: true, context: 32_768 })
  expect(await localModelFacts({ kind: 'openai-compatible', baseUrl: `${origin}/v1` }, ['tiny'], signal)).toEqual(new Map())
})

it.each(['-1', '1e999', '0.5', '"all"'])('J76: a file of %s bytes ends a download with a sentence', async (total) => {
  const state = await pull((response) => response.end(`{"status":"pulling","digest":"sha256:a","total":${total}}\n`))
  expect(state).toMatchObject({ step: 'failed', done: 0, total: 0, error: { reason: 'models.notUnderstood' } })
})

it('J26: a line without an end ends a download, and does not fill the memory', async () => {
  const state = await pull((response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    response.on('drain', more)
    more()
  })
  expect(state).toMatchObject({ step: 'failed', error: { reason: 'models.endlessLine' } })
})

it('J76: a download of ever new files adds up a hundred of them', async () => {
  const file = (index: number): string => `{"status":"pulling","digest":"sha256:${index}","total":10,"completed":10}\n`
  const state = await pull((response) =>
    response.end(`${Array.from({ length: 5_000 }, (_none, index) => file(index)).join('')}{"status":"success"}`),
  )
  expect(state).toMatchObject({ step: 'done', total: 1_000 })
})

it('J76: nothing is asked or sent where such a server sends on to', async () => {
  await using elsewhere = await webServer((_asked, response) => json(response, {}))
  const away = `http://127.0.0.1:${elsewhere.port}/`
  const redirect = (response: ServerResponse): void => void response.writeHead(307, { location: away }).end()
  await using server = await webServer((_asked, response) => redirect(response))
  const baseUrl = `http://127.0.0.1:${server.port}`
  const { model } = openModel({ kind: 'ollama', baseUrl }, 'tiny', { load: () => () => undefined })
  await expect(generateText({ model, prompt: 'Private', maxRetries: 0 })).rejects.toThrow()
  expect(await discoverLocalModels({ ollama: server.port, lmStudio: server.port, llamaCpp: server.port }, signal)).toEqual([])
  expect(await localModelFacts({ kind: 'ollama', baseUrl }, ['tiny'], signal)).toEqual(new Map())
  expect(await localModelFacts({ kind: 'openai-compatible', baseUrl: `${baseUrl}/v1` }, ['tiny'], signal)).toEqual(new Map())
  expect((await pull(redirect))?.step).toBe('failed')
  expect(elsewhere.asked).toEqual([])
  expect(new Set(server.asked.map(({ url }) => url))).toEqual(
    new Set(['/api/show', '/api/ps', '/api/chat', '/api/tags', '/v1/models', '/api/v1/models']),
  )
})
