import { expect, it } from 'vitest'
import type { HostConnectionState } from './hostConnectionStore'
import { createSocketWire, type SocketLike } from './socketWire'

class FakeSocket implements SocketLike {
  readonly sent: unknown[] = []
  readonly #listeners = new Map<string, (event: { data: unknown }) => void>()
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.fire('close')
  }
  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    this.#listeners.set(type, listener)
  }
  fire(type: 'open' | 'close' | 'message', data?: unknown): void {
    this.#listeners.get(type)?.({ data })
  }
}

function testWire() {
  const sockets: FakeSocket[] = []
  const links: HostConnectionState[] = []
  const later: { work: () => void; ms: number }[] = []
  let opened = 0
  const wire = createSocketWire({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    onState: (session) => links.push(session),
    onOpen: () => (opened += 1),
    later: (work, ms) => later.push({ work, ms }),
  })
  wire.connect()
  return { wire, sockets, links, later, opened: () => opened }
}

it('sends a call made before the socket is open as soon as it is, and once', async () => {
  const { wire, sockets, opened } = testWire()
  const reply = wire.call({ id: '1', name: 'chat.open', input: {} })
  sockets[0]?.fire('open')
  sockets[0]?.fire('message', JSON.stringify({ channel: 'rpc:call', id: '1', reply: { ok: true, value: 7 } }))
  expect(await reply).toEqual({ ok: true, value: 7 })
  expect(sockets[0]?.sent).toEqual([{ channel: 'rpc:call', request: { id: '1', name: 'chat.open', input: {} } }])
  // Nothing was lost, so nothing is asked again.
  expect(opened()).toBe(0)
})

it('fails running calls with a clear error when the link breaks, and calls made while it is down at once', async () => {
  const { wire, sockets } = testWire()
  sockets[0]?.fire('open')
  const running = wire.call({ id: '1', name: 'chat.open', input: {} })
  sockets[0]?.fire('close')
  const during = wire.call({ id: '2', name: 'chat.open', input: {} })
  for (const reply of [await running, await during]) {
    expect(reply).toMatchObject({ ok: false, error: { code: 'INTERRUPTED', reason: 'shell.disconnected' } })
  }
})

it('reconnects with growing pauses, asks for everything again, and starts over after a good link', () => {
  const { sockets, later, links, opened } = testWire()
  sockets[0]?.fire('close')
  later[0]?.work()
  sockets[1]?.fire('close')
  later[1]?.work()
  sockets[2]?.fire('open')
  sockets[2]?.fire('close')
  expect(later.map(({ ms }) => ms)).toEqual([250, 500, 250])
  expect(opened()).toBe(1)
  expect(links).toEqual(['connecting', 'down', 'down', 'up', 'down'])
})
