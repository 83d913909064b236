import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { throughSocks } from './throughSocks'

const opened: Disposable[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one[Symbol.dispose]()
})

/** A proxy that answers with these bytes, one after each thing that it hears, and from then on with what it hears. */
async function socks(answers: readonly (readonly number[])[]): Promise<{ readonly port: number; readonly heard: readonly string[] }> {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const left = [...answers]
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      heard.push(data.toString('latin1'))
      const answer = left.shift()
      if (answer?.length === 0) return void socket.end()
      socket.write(answer ? Buffer.from(answer) : data)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.push({
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  return { port: (server.address() as AddressInfo).port, heard }
}

const open = (port: number, who = '', withinMs = 10_000): Promise<Socket> =>
  throughSocks(new URL(`socks5://${who}127.0.0.1:${port}`), { host: 'api.example', port: 443, withinMs })
const request = '\u0005\u0001\u0000\u0003\u000bapi.example\u0001\u00bb'

it.each([
  ['an address', [5, 0, 0, 1, 10, 0, 0, 1, 1, 187]],
  ['a long address', [5, 0, 0, 4, ...Array.from({ length: 16 }, () => 0), 1, 187]],
  ['a name', [5, 0, 0, 3, 1, 97, 1, 187]],
])('opens a way to a name, which the proxy looks up, and nothing of the answer is left in it: %s', async (_what, answer) => {
  const proxy = await socks([[5, 0], answer])
  const socket = await open(proxy.port)
  socket.write('hello')
  const passed: string[] = []
  socket.on('data', (data: Buffer) => passed.push(String(data)))
  await expect.poll(() => passed).toEqual(['hello'])
  expect(proxy.heard.slice(0, 2)).toEqual(['\u0005\u0001\u0000', request])
  socket.destroy()
})

it('gives name and password only to a proxy that has them in its address and asks for them', async () => {
  const proxy = await socks([
    [5, 2],
    [1, 0],
    [5, 0, 0, 1, 0, 0, 0, 0, 0, 0],
  ])
  const socket = await open(proxy.port, 'me:s%20t@')
  expect(proxy.heard).toEqual(['\u0005\u0002\u0000\u0002', '\u0001\u0002me\u0003s t', request])
  socket.destroy()
  await expect(open((await socks([[5, 2]])).port)).rejects.toThrow('wants what Parley does not have')
})

// Catches: a wait without an end, or a way that is none.
it.each<[string, readonly (readonly number[])[]]>([
  [
    'it refuses',
    [
      [5, 0],
      [5, 5, 0, 1, 0, 0, 0, 0, 0, 0],
    ],
  ],
  [
    'it does not take the password',
    [
      [5, 2],
      [1, 1],
    ],
  ],
  ['it wants another way to sign in', [[5, 255]]],
  ['it is none', [[72, 84, 84, 80]]],
  ['it hangs up', [[]]],
  ['it hangs up in its answer', [[5, 0], []]],
])('no way is opened where %s', async (_what, answers) => {
  await expect(open((await socks(answers)).port, 'me:x@')).rejects.toThrow('The proxy of this computer')
})

it('a proxy that says nothing is waited for no longer than told', async () => {
  const server = createServer(() => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.push({ [Symbol.dispose]: () => void server.close() })
  await expect(open((server.address() as AddressInfo).port, '', 50)).rejects.toThrow('does not answer')
})
