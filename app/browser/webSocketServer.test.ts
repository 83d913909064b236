import { once } from 'node:events'
import type { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { readSocketMessage } from '../wireMessages'
import { fakePageServer, type FakePageServer } from './testing/fakePageServer'

async function open(server: FakePageServer): Promise<WebSocket> {
  const socket = await server.socket({ cookie: await server.letIn(), origin: `http://127.0.0.1:${server.port}` })
  if (typeof socket === 'string') throw new Error(socket)
  return socket
}

async function nextMessage(socket: WebSocket): Promise<unknown> {
  const [data] = (await once(socket, 'message')) as [Buffer]
  return JSON.parse(data.toString())
}

it('carries a call to the host and its reply back', async () => {
  await using server = await fakePageServer()
  const socket = await open(server)
  socket.send(JSON.stringify({ channel: 'rpc:call', request: { id: 'a', name: 'servers.start', input: { serverId: 'files' } } }))
  expect(await nextMessage(socket)).toEqual({ channel: 'rpc:call', id: 'a', reply: { ok: true, value: { serverId: 'files' } } })
})

it('carries what the host publishes to the page that subscribed', async () => {
  await using server = await fakePageServer()
  const socket = await open(server)
  const publication = { subscription: 's', kind: 'value', value: 1 } as const
  server.sessions[0]?.publish(publication)
  expect(await nextMessage(socket)).toEqual({ channel: 'rpc:publish', publication })
})

// Catches: what a page asks before the host has started is lost, or answered out of order.
it('answers a page that was there before the host, in its order', async () => {
  const hostStarts = Promise.withResolvers<void>()
  await using server = await fakePageServer({}, hostStarts.promise)
  const socket = await open(server)
  const replies = Promise.withResolvers<readonly string[]>()
  const ids: string[] = []
  socket.on('message', (data: Buffer) => {
    ids.push(String((JSON.parse(data.toString()) as { readonly id: string }).id))
    if (ids.length === 2) replies.resolve(ids)
  })
  for (const id of ['a', 'b']) socket.send(JSON.stringify({ channel: 'rpc:call', request: { id, name: 'x', input: {} } }))
  // The other socket's answer shows that both messages have had the time to arrive.
  expect(await server.ask('/')).toMatchObject({ status: 401 })
  expect(server.asked).toEqual([])
  hostStarts.resolve()
  expect(await replies.promise).toEqual(['a', 'b'])
})

// Catches: a page waits for ever for a host that could not start, and a page that left meanwhile keeps a session.
it('hangs up when the host cannot start, and opens no session for who has left', async () => {
  const hostStarts = Promise.withResolvers<void>()
  await using server = await fakePageServer({}, hostStarts.promise)
  const socket = await open(server)
  hostStarts.reject(new Error('The disk is away'))
  const [code] = (await once(socket, 'close')) as [number]
  expect([code, server.sessions]).toEqual([1013, []])

  const started = Promise.withResolvers<void>()
  await using second = await fakePageServer({}, started.promise)
  const left = await open(second)
  left.terminate()
  await once(left, 'close')
  started.resolve()
  await expect.poll(() => second.sessions.map(({ closed }) => closed)).toEqual([true])
})

it('ends the session of a page that is closed', async () => {
  await using server = await fakePageServer()
  const socket = await open(server)
  socket.send(JSON.stringify({ channel: 'rpc:cancel', id: 'a' }))
  socket.close()
  await once(socket, 'close')
  await expect.poll(() => [server.cancelled, server.sessions[0]?.closed]).toEqual([['a'], true])
})

it.each([
  '',
  'null',
  '[]',
  '{"channel":"rpc:call"}',
  '{"channel":"rpc:call","request":{"id":1,"name":"x"}}',
  '{"channel":"spawn","command":"sh"}',
])('hangs up on a page that sends %j', async (text) => {
  await using server = await fakePageServer()
  const socket = await open(server)
  socket.send(text)
  const [code] = (await once(socket, 'close')) as [number]
  expect([code, server.asked]).toEqual([1008, []])
})

it('hangs up on a message over the limit, and takes one at the limit', async () => {
  await using server = await fakePageServer({ messageBytes: 1_000 })
  const bytes = (size: number): string => {
    const text = (input: string): string => JSON.stringify({ channel: 'rpc:call', request: { id: 'a', name: 'x', input } })
    return text('x'.repeat(size - text('').length))
  }
  const socket = await open(server)
  socket.send(bytes(1_000))
  await nextMessage(socket)
  socket.send(bytes(1_001))
  const [code] = (await once(socket, 'close')) as [number]
  expect([code, server.asked.length]).toEqual([1009, 1])
})

it('lets go of a page that reads slower than the host writes', { tags: ['slow'] }, async () => {
  await using server = await fakePageServer({ unreadBytes: 100_000 })
  const socket = await open(server)
  socket.pause()
  const closed = once(socket, 'close')
  const publication = { subscription: 's', kind: 'value', value: 'x'.repeat(1_000_000) } as const
  await expect
    .poll(() => {
      server.sessions[0]?.publish(publication)
      return server.sessions[0]?.closed
    })
    .toBe(true)
  socket.resume()
  expect(await closed).toEqual([1006, expect.anything()])
})

it('lets go of a page that no longer answers', async () => {
  await using server = await fakePageServer({ pingMs: 20 })
  const socket = await server.socket({ cookie: await server.letIn(), origin: `http://127.0.0.1:${server.port}` })
  if (typeof socket === 'string') throw new Error(socket)
  expect(server.sessions[0]?.closed).toBe(false)
  socket.pause()
  await expect.poll(() => server.sessions[0]?.closed).toBe(true)
})

it('takes no more pages than the limit', async () => {
  await using server = await fakePageServer({ pages: 1 })
  await open(server)
  const headers = { cookie: await server.letIn(), origin: `http://127.0.0.1:${server.port}` }
  expect(await server.socket(headers)).toMatch('503')
})

describe('W06: another site cannot open the socket with the cookie of a person who is let in', () => {
  it.each([
    ['its own origin', { origin: 'http://evil.test' }],
    ['no origin', {}],
    ['the origin null', { origin: 'null' }],
    ['an origin that looks like ours', { origin: 'http://127.0.0.1:PORT.evil.test' }],
    ['our other name, which the cookie was not given to', { origin: 'http://localhost:PORT' }],
    ['our origin and another Host', { origin: 'http://127.0.0.1:PORT', host: 'evil.test' }],
  ])('with %s', async (_what, headers) => {
    await using server = await fakePageServer()
    const cookie = await server.letIn()
    const filled = Object.entries({ ...headers, cookie }).map(([name, value]) => [name, value.replace('PORT', String(server.port))])
    expect(await server.socket(Object.fromEntries(filled) as Record<string, string>)).toMatch(/40[034]|421/)
    expect(server.sessions).toEqual([])
  })

  it('nor with our origin and no cookie, or a wrong one', async () => {
    await using server = await fakePageServer()
    await server.letIn()
    const origin = `http://127.0.0.1:${server.port}`
    const answers = [
      await server.socket({ origin }),
      await server.socket({ origin, cookie: `parley_${server.port}=guess` }),
      await server.socket({ origin, cookie: 'parley_1=guess' }),
    ]
    expect(answers).toEqual(Array.from({ length: 3 }, () => 'Unexpected server response: 403'))
  })
})

describe('B08: a message of the page cannot reach a prototype', () => {
  it('drops __proto__ at every depth, however it is written', () => {
    const message = readSocketMessage(
      String.raw`{"channel":"rpc:call","request":{"id":"a","name":"x","__proto__":{"shell":true},"input":{"__proto__":{"shell":true},"deep":[{"\u005f_proto__":{"x":1},"kept":2}]}}}`,
    )
    expect(JSON.stringify(message)).toBe('{"channel":"rpc:call","request":{"id":"a","name":"x","input":{"deep":[{"kept":2}]}}}')
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
