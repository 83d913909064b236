import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { LetOut } from '../lib/letOut'
import { openFilteringProxy, type FilteringProxy, type FilteringProxyOptions } from './filteringProxy'
import { proxyServer } from './testing/proxyServer'

const opened: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]()
})

async function openProxy(options: Partial<FilteringProxyOptions> = {}): Promise<FilteringProxy> {
  const proxy = await openFilteringProxy({ letOut: () => 'refused', proxyFor: () => undefined, ...options })
  opened.push(proxy)
  return proxy
}

/** How many connections `echo` has got. */
let heard = 0

/** Answers with what it hears. */
async function echo(): Promise<number> {
  heard = 0
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    heard++
    sockets.add(socket.on('error', () => undefined))
    socket.pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.push({
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  })
  return (server.address() as AddressInfo).port
}

/** Sends something to a proxy, and returns the first line of its answer with the connection. */
async function ask({ port }: FilteringProxy, line: string): Promise<{ readonly status: string; readonly socket: Socket }> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`${line} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return { status: answer.toString().split('\r\n')[0] ?? '', socket }
}
const statusOf = async (proxy: FilteringProxy, line: string): Promise<string> => {
  const { status, socket } = await ask(proxy, line)
  socket.destroy()
  return status.slice('HTTP/1.1 '.length)
}

it('L07: lets nothing out that nobody let out, and nothing unencrypted', async () => {
  const asked: string[] = []
  const proxy = await openProxy({ letOut: (host, port) => (asked.push(`${host}:${port}`), 'refused') })
  expect(await statusOf(proxy, 'CONNECT Evil.example:443')).toBe('403 Forbidden')
  expect(await statusOf(proxy, 'GET http://evil.example/x')).toBe('403 Forbidden')
  expect(await statusOf(proxy, 'POST /x')).toBe('403 Forbidden')
  expect([asked, proxy.refused]).toEqual([['evil.example:443'], ['Evil.example:443', 'x', 'x']])
})

// Catches: a host that an app may reach, or a redirect of it, that leads to what listens on this computer.
it.each([
  '127.0.0.1:1',
  '[::1]:1',
  'localhost:1',
  'a.localhost:1',
  '10.0.0.1:443',
  '2130706433:80',
  '0x7f.1:80',
  'a.example',
  'a.example:443:1',
  ':443',
  `${`${'a'.repeat(63)}.`.repeat(5)}example:443`,
])('G02: no grant leads to an address or to this computer: %s', async (authority) => {
  const proxy = await openProxy({ letOut: () => 'public', resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  expect(await statusOf(proxy, `CONNECT ${authority}`)).toMatch(/^(?:403|400) /)
})

it.each<[LetOut, string, string]>([
  ['named', '127.0.0.1', '502'],
  ['named', '169.254.169.254', '502'],
  ['public', '10.0.0.1', '502'],
  ['public', '::1', '502'],
])('G02: what is let out as %s does not reach %s by its name', async (verdict, address) => {
  const proxy = await openProxy({
    letOut: () => verdict,
    resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
  })
  expect([await statusOf(proxy, `CONNECT rebound.example:${await echo()}`), heard]).toEqual(['502 Bad Gateway', 0])
})

it('a host that is let out is reached by the proxy of the computer, and what is taken back ends what is open', async () => {
  const [port, upstream] = [await echo(), await proxyServer()]
  opened.push(upstream)
  let verdict: LetOut = 'named'
  const asked: string[] = []
  const proxy = await openProxy({ letOut: () => verdict, proxyFor: ({ href }) => (asked.push(href), upstream.url) })
  const { status, socket } = await ask(proxy, `CONNECT api.example:${port}`)
  expect([status, asked, upstream.asked]).toEqual([
    'HTTP/1.1 200 Connection established',
    [`https://api.example:${port}/`],
    [`CONNECT api.example:${port}`],
  ])
  socket.write('hello')
  expect(String((await once(socket, 'data'))[0])).toBe('hello')
  proxy.recheck()
  socket.write('still')
  expect(String((await once(socket, 'data'))[0])).toBe('still')
  verdict = 'refused'
  proxy.recheck()
  await once(socket, 'close')
})

// Catches: a page that an app embeds reached the network of an organisation through its proxy, which knows its names.
it('G02: leads nobody to a name of a network through the proxy of the computer, unless that name was granted', async () => {
  const upstream = await proxyServer()
  opened.push(upstream)
  const [anywhere, granted] = await Promise.all(
    (['public', 'named'] as const).map((verdict) => openProxy({ letOut: () => verdict, proxyFor: () => upstream.url })),
  )
  const statuses: unknown[] = []
  for (const proxy of [anywhere, granted]) if (proxy) statuses.push(await statusOf(proxy, 'CONNECT wiki.corp:443'))
  expect([statuses[0], upstream.asked]).toEqual(['502 Bad Gateway', ['CONNECT wiki.corp:443']])
})

it('a proxy of the computer that refuses, or of a kind that cannot be used, is no way', async () => {
  const upstream = await proxyServer({ refuse: true })
  opened.push(upstream)
  for (const url of [upstream.url, 'socks5://127.0.0.1:1', 'socks4://127.0.0.1:1']) {
    const proxy = await openProxy({ letOut: () => 'named', proxyFor: () => url })
    expect(await statusOf(proxy, 'CONNECT api.example:443')).toBe('502 Bad Gateway')
  }
})
