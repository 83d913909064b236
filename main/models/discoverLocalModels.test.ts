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
  expect(found).toEqual([{ name: 'Ollama', baseUrl: `http://127.0.0.1:${ollama.port}/v1`, models: ['llama3:8b', 'qwen3'] }])
})

it('follows no answer to somewhere else', async () => {
  await using elsewhere = await modelEndpoint(says({ data: [{ id: 'stolen' }] }))
  await using moved = await modelEndpoint(says({}, 302, { location: `${elsewhere.baseUrl}/models` }))
  expect(await discoverLocalModels({ ollama: moved.port, lmStudio: moved.port, llamaCpp: moved.port }, signal)).toEqual([])
  expect(elsewhere.requests).toEqual([])
})
