import { expect, it } from 'vitest'
import { fetchWithoutIdleTimeout } from './fetchWithoutIdleTimeout'
import { hastyDispatcher } from './testing/hastyDispatcher'
import { webServer } from './testing/webServer'

it('waits for an answer that is quiet for longer than Node would', async () => {
  const nodeGaveUp = Promise.withResolvers<void>()
  await using server = await webServer((_request, response) => {
    response.writeHead(200)
    response.write('begun ')
    void nodeGaveUp.promise.then(() => response.end('and done'))
  })
  const url = `http://127.0.0.1:${server.port}`
  using _hasty = hastyDispatcher()
  const ours = fetchWithoutIdleTimeout(url).then((answer) => answer.text())
  const nodes = fetch(url).then((answer) => answer.text())
  await expect(nodes).rejects.toThrow()
  nodeGaveUp.resolve()
  expect(await ours).toBe('begun and done')
})
