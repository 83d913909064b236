import { expect, it } from 'vitest'
import { discoverLocalModels } from './discoverLocalModels'
import { modelEndpoint, says } from './testing/modelEndpoint'

const signal = new AbortController().signal

it('finds what answers like a model server, and nothing else', { tags: ['slow'] }, async () => {
  await using ollama = await modelEndpoint(says({ models: [{ name: 'llama3:8b' }, { name: 'qwen3' }] }))
  await using other = await modelEndpoint((_request, response) => response.end('<html>a web server</html>'))
  // This server never answers, so the search ends only with its timeout.
  await using silent = await modelEndpoint(() => undefined)
  const found = await discoverLocalModels({ ollama: ollama.port, lmStudio: other.port, llamaCpp: silent.port }, signal)
  expect(found).toEqual([{ name: 'Ollama', kind: 'ollama', baseUrl: `http://127.0.0.1:${ollama.port}`, models: ['llama3:8b', 'qwen3'] }])
})

it('follows no answer to somewhere else', async () => {
  await using elsewhere = await modelEndpoint(says({ data: [{ id: 'stolen' }] }))
  await using moved = await modelEndpoint(says({}, 302, { location: `${elsewhere.baseUrl}/models` }))
  expect(await discoverLocalModels({ ollama: moved.port, lmStudio: moved.port, llamaCpp: moved.port }, signal)).toEqual([])
  expect(elsewhere.requests).toEqual([])
})

// Catches: one name that no provider's entry takes makes "Use" fail for all others, or a name that shows as another one is offered.
it('leaves out names that are too long, empty, or have characters nobody sees', async () => {
  const names = ['qwen3', 'x'.repeat(201), '', 'qwen\u200B3', 'evil\u202Egnp', 'hf.co/Qwen/Qwen3:Q4_K_M']
  await using ollama = await modelEndpoint(says({ models: names.map((name) => ({ name })) }))
  await using gone = await modelEndpoint(says({}))
  const [found] = await discoverLocalModels({ ollama: ollama.port, lmStudio: gone.port, llamaCpp: gone.port }, signal)
  expect(found?.models).toEqual(['qwen3', 'hf.co/Qwen/Qwen3:Q4_K_M'])
})
