import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { patientFetch } from './patientFetch'
import { httpServer } from './testing/httpServer'

const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

it('waits for an answer that is quiet for longer than Node would', async () => {
  await using server = await httpServer(async ({ response }) => {
    response.writeHead(200)
    response.write('begun ')
    await wait(1_300)
    response.end('and done')
  })
  // Node's own patience is five minutes; here it is given less, so that the difference shows in a second.
  const standard: unknown = Reflect.get(globalThis, DISPATCHER)
  if (typeof standard !== 'object' || standard === null) throw new Error('fetch has another engine here')
  const hasty: unknown = Reflect.construct(standard.constructor, [{ bodyTimeout: 100 }])
  Reflect.set(globalThis, DISPATCHER, hasty)
  try {
    const [ours, nodes] = await Promise.allSettled(
      [patientFetch(server.url), fetch(server.url)].map(async (answer) => (await answer).text()),
    )
    expect([ours, nodes?.status]).toEqual([{ status: 'fulfilled', value: 'begun and done' }, 'rejected'])
  } finally {
    Reflect.set(globalThis, DISPATCHER, standard)
  }
})
