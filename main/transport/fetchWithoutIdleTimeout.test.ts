import { expect, it } from 'vitest'
import { fetchWithoutIdleTimeout } from './fetchWithoutIdleTimeout'
import { httpServer } from '../connections/testing/httpServer'

const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

it('waits for an answer that is quiet for longer than Node would', async () => {
  const nodeGaveUp = Promise.withResolvers<void>()
  await using server = await httpServer(async ({ response }) => {
    response.writeHead(200)
    response.write('begun ')
    await nodeGaveUp.promise
    response.end('and done')
  })
  // Node waits five minutes by default. A shorter time here shows the difference within a second.
  const standard: unknown = Reflect.get(globalThis, DISPATCHER)
  if (typeof standard !== 'object' || standard === null) throw new Error('fetch has another engine here')
  const hasty: unknown = Reflect.construct(standard.constructor, [{ bodyTimeout: 100 }])
  Reflect.set(globalThis, DISPATCHER, hasty)
  try {
    const ours = fetchWithoutIdleTimeout(server.url).then((answer) => answer.text())
    const nodes = fetch(server.url).then((answer) => answer.text())
    await expect(nodes).rejects.toThrow()
    nodeGaveUp.resolve()
    expect(await ours).toBe('begun and done')
  } finally {
    Reflect.set(globalThis, DISPATCHER, standard)
  }
})
