import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { IconCache } from './iconCache'

const serverId = ServerId.parse('docs')
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** The head of a PNG of this size, followed by this many bytes. */
function png(width: number, height = width, more = 0): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000000049444154', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return Buffer.concat([head, Buffer.alloc(more)])
}
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  closing.push(() => server.closeAllConnections())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

function shelfOf(sources: readonly string[], origin?: string) {
  const time = { now: 0 }
  const icons = new IconCache({ listed: () => sources.map((src) => ({ src, sizes: [] })), originOf: () => origin, now: () => time.now })
  closing.push(() => icons[Symbol.dispose]())
  return { time, read: (src: string) => icons.read(serverId, src, new AbortController().signal) }
}

it('IC-01, IC-07: gives a picture by its own bytes, whatever it was called', async () => {
  const picture = png(48)
  const { read } = shelfOf([dataUrl(picture), dataUrl(picture, 'image/webp')])
  expect(await read(dataUrl(picture))).toEqual({ dataUrl: dataUrl(picture) })
  expect(await read(dataUrl(picture, 'image/webp'))).toEqual({ dataUrl: dataUrl(picture) })
})

it.each([
  ['is no picture', Buffer.from('<html>')],
  ['is SVG under another name', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['is wider than 1,024 points', png(1025, 1)],
  ['is 100,000 points high', png(1, 100_000)],
  ['has no size', png(0)],
  ['moves', Buffer.from('474946383961100010000000', 'hex')],
])('IC-03, IC-06, IC-07: shows nothing that %s', async (_what, bytes) => {
  const { read } = shelfOf([dataUrl(bytes)])
  expect(await read(dataUrl(bytes))).toBeNull()
})

it('IC-04: asks the origin of its server without cookies, secrets or a page that it is for, once', async () => {
  const { origin, requests } = await serve((_request, response) => {
    response.writeHead(200, { 'set-cookie': 'a=b', 'content-type': 'text/html' }).end(png(32))
  })
  const { read } = shelfOf([`${origin}/1`, `${origin}/2`], origin)
  expect(await Promise.all([read(`${origin}/1`), read(`${origin}/1`)])).toEqual([
    { dataUrl: dataUrl(png(32)) },
    { dataUrl: dataUrl(png(32)) },
  ])
  await read(`${origin}/2`)
  expect(requests.map(({ url }) => url)).toEqual(['/1', '/2'])
  for (const { headers } of requests) {
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/cookie|authorization|referer|origin|key/)]))
  }
})

it('IC-02, IC-05: asks nobody but the server itself, also not by a redirect', async () => {
  const stranger = await serve((_request, response) => response.end(png(32)))
  const own = await serve((request, response) => {
    const to = request.url === '/away' ? `${stranger.origin}/icon` : request.url === '/loop' ? '/loop' : '/there'
    if (request.url === '/there') response.end(png(16))
    else response.writeHead(302, { location: to }).end()
  })
  const sources = [`${stranger.origin}/icon`, `${own.origin}/away`, `${own.origin}/loop`, `${own.origin}/moved`, 'file:///etc/passwd']
  const { read } = shelfOf(sources, own.origin)
  expect(await Promise.all(sources.map(read))).toEqual([null, null, null, { dataUrl: dataUrl(png(16)) }, null])
  expect(stranger.requests).toHaveLength(0)
  // Neither a local server nor a server elsewhere can make Parley send requests to this computer.
  expect(await shelfOf([`${own.origin}/there`]).read(`${own.origin}/there`)).toBeNull()
  expect(await shelfOf([`${own.origin}/there`], 'https://mcp.example').read(`${own.origin}/there`)).toBeNull()
})

it('IC-03: takes 128 KB and not a byte more, counted after decompression', { tags: ['slow'] }, async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(png(16, 16, 50_000_000)))
    else response.end(png(16, 16, 128 * 1024 - png(16).length + Number(request.url?.slice(1))))
  })
  const { read } = shelfOf(
    ['/0', '/1', '/bomb'].map((path) => origin + path),
    origin,
  )
  expect(await read(`${origin}/0`)).not.toBeNull()
  expect(await read(`${origin}/1`)).toBeNull()
  expect(await read(`${origin}/bomb`)).toBeNull()
})

it('A10: gives nothing that the server does not list, and asks for a refused one again after some minutes only', async () => {
  let good = false
  const { origin, requests } = await serve((_request, response) => response.writeHead(good ? 200 : 404).end(png(16)))
  const { read, time } = shelfOf([`${origin}/icon`], origin)
  expect(await read(`${origin}/other`)).toBeNull()
  expect(await read(`${origin}/icon`)).toBeNull()
  good = true
  expect(await read(`${origin}/icon`)).toBeNull()
  expect(requests).toHaveLength(1)
  time.now = 11 * 60_000
  expect(await read(`${origin}/icon`)).not.toBeNull()
})

it('shows the letter where nobody answers', async () => {
  const { origin } = await serve((request) => request.destroy())
  expect(await shelfOf([`${origin}/icon`], origin).read(`${origin}/icon`)).toBeNull()
})

it('keeps 16 MB of pictures, and throws out what was asked for first', { tags: ['slow'] }, async () => {
  const { origin, requests } = await serve((_request, response) => response.end(png(16, 16, 125_000)))
  const sources = Array.from({ length: 110 }, (_, index) => `${origin}/${index}`)
  const { read } = shelfOf(sources, origin)
  for (const src of sources) await read(src)
  const [first = '', last = ''] = [sources[0], sources.at(-1)]
  const before = requests.length
  await read(last)
  const again = requests.length
  await read(first)
  expect([before, again, requests.length]).toEqual([110, 110, 111])
})

it('gives no room to pictures that are in the list already: those that were fetched stay', async () => {
  const { origin, requests } = await serve((_request, response) => response.end(png(16)))
  const written = Array.from({ length: 510 }, (_, index) => dataUrl(png(16, 16, index)))
  const { read } = shelfOf([`${origin}/icon`, ...written], origin)
  await read(`${origin}/icon`)
  for (const src of written) await read(src)
  await read(`${origin}/icon`)
  expect(requests).toHaveLength(1)
})

it('A10, IC-03: a server with hundreds of icons on a slow host is asked for six at once, and holds up no icon of another', async () => {
  const waiting: ServerResponse[] = []
  const slow = await serve((_request, response) => void waiting.push(response))
  const quick = await serve((_request, response) => response.end(png(16)))
  const sources = Array.from({ length: 300 }, (_, index) => `${slow.origin}/${index}`)
  const icons = new IconCache({
    listed: () => [...sources, `${quick.origin}/icon`].map((src) => ({ src, sizes: [] })),
    originOf: (id) => (id === serverId ? slow.origin : quick.origin),
    now: () => 0,
  })
  closing.push(() => icons[Symbol.dispose]())
  const { signal } = new AbortController()
  const all = sources.map((src) => icons.read(serverId, src, signal))
  await vi.waitUntil(() => waiting.length === 6)
  expect(await icons.read(ServerId.parse('quick'), `${quick.origin}/icon`, signal)).not.toBeNull()
  expect(slow.requests).toHaveLength(6)
  // Each answer makes room for the next.
  let answered = 0
  let most = 0
  while (answered < sources.length) {
    await vi.waitUntil(() => waiting.length > 0)
    most = Math.max(most, waiting.length)
    for (const response of waiting.splice(0)) {
      response.end(png(16))
      answered++
    }
  }
  expect([(await Promise.all(all)).filter((icon) => icon === null), most <= 6]).toEqual([[], true])
})
