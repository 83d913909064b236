import { expect, it } from 'vitest'
import { environment } from '../net/testing/environment'
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
