import { expect, it } from 'vitest'
import { environment } from '../net/testing/environment'
import { hastyDispatcher } from '../net/testing/hastyDispatcher'
import { proxyServer } from '../net/testing/proxyServer'
import { json, webServer } from '../net/testing/webServer'
import { modelFetch } from './modelFetch'

it('asks a model through the proxy of this computer, and there too follows no redirect', async () => {
  await using proxy = await proxyServer()
  await using server = await webServer(({ url }, response) => {
    if (url === '/v1/away') return void response.writeHead(307, { location: '/v1/models' }).end()
    json(response, { data: [] })
  })
  using _proxy = environment('http_proxy', proxy.url)
  const base = `http://model.internal:${server.port}/v1`
  const request = { method: 'POST', headers: { authorization: 'Bearer key' }, body: '{"model":"x"}' }
  const answer = await modelFetch(`${base}/models`, request)
  await expect(modelFetch(`${base}/away`, request)).rejects.toThrow()
  expect([await answer.json(), proxy.asked]).toEqual([{ data: [] }, [`POST ${base}/models`, `POST ${base}/away`]])
  expect(server.asked.map(({ url, body, headers }) => [url, body, headers.authorization])).toEqual([
    ['/v1/models', '{"model":"x"}', 'Bearer key'],
    ['/v1/away', '{"model":"x"}', 'Bearer key'],
  ])
})

it('a kept connection that the server closes under the next request costs nobody their answer; a server that always closes gets two', async () => {
  let requests = 0
  await using server = await webServer((_request, response) => {
    requests++
    // The second request comes over the connection that the first one left open.
    if (requests === 2 || requests > 3) return void response.destroy()
    json(response, { data: [requests] })
  })
  const ask = () => modelFetch(`http://127.0.0.1:${server.port}/v1/chat`, { method: 'POST', body: '{}' })
  const first: unknown = await (await ask()).json()
  const second: unknown = await (await ask()).json()
  expect([first, second]).toEqual([{ data: [1] }, { data: [3] }])
  await expect(ask()).rejects.toThrow()
  expect(requests).toBe(5)
})

// Node's fetch gives up after five silent minutes. A model on a small computer may read for longer before its first word.
it('waits for a model that is silent for longer than Node would wait', async () => {
  const nodeGaveUp = Promise.withResolvers<void>()
  await using server = await webServer((_request, response) => void nodeGaveUp.promise.then(() => json(response, { data: ['late'] })))
  using _hasty = hastyDispatcher()
  const url = `http://127.0.0.1:${server.port}/v1/chat`
  const answer = modelFetch(url, { method: 'POST', body: '{}' }).then((response) => response.json())
  await expect(fetch(url)).rejects.toThrow()
  nodeGaveUp.resolve()
  expect(await answer).toEqual({ data: ['late'] })
})
