import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { loopbackFetch } from './loopbackFetch'

// Catches: a name that is taken for this computer, while whoever answers for it in the network says another address.
it('K17: sends unencrypted only to addresses of this computer, whatever a name is called', async () => {
  const asked: string[] = []
  await using server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('taken')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  const elsewhere: string[] = []
  const fetchTo = (address: string) =>
    loopbackFetch(
      (to) => {
        elsewhere.push(String(to))
        return Promise.resolve(new Response())
      },
      () => Promise.resolve([{ address, family: 4 }]),
    )
  const sent = await fetchTo('127.0.0.1')(`http://x.localhost:${port}/v1/traces`, { method: 'POST', body: 'a' })
  expect([sent.status, await sent.text(), asked]).toEqual([200, 'taken', ['/v1/traces']])
  for (const name of ['x.localhost', 'localhost.', 'localhost'])
    await expect(fetchTo('10.0.0.1')(`http://${name}:${port}/`)).rejects.toMatchObject({ cause: { reason: 'net.notAsked' } })
  expect([asked.length, elsewhere]).toEqual([1, []])
  await fetchTo('10.0.0.1')('https://x.localhost/')
  await fetchTo('10.0.0.1')('http://127.0.0.1:4318/')
  expect(elsewhere).toEqual(['https://x.localhost/', 'http://127.0.0.1:4318/'])
})
