import { createSocket, type Socket } from 'node:dgram'
import { createServer, type Server } from 'node:net'

/** Where every name leads in the network of the test. */
export const CANARY = '203.0.113.1'

/** More than a request or a first message of TLS has, in bytes. */
const MOST_SAID = 65_536

/**
 * Listens for everything that a page could send: DNS, TCP with its first bytes (HTTP, or TLS with the name), and UDP.
 * @param ports More ports than those of the web.
 */
export async function listenForLeaks(ports: readonly number[]): Promise<{ readonly heard: Set<string> }> {
  const heard = new Set<string>()
  const names = createSocket('udp4')
  names.on('message', (query, { port, address }) => {
    const { name, end, type } = questionOf(query)
    heard.add(`dns ${name}`)
    names.send(answerTo(query, end, type === 1), port, address)
  })
  await bound(names, 53)
  for (const port of [443, ...ports]) {
    const packets = createSocket('udp4')
    packets.on('message', () => heard.add(`udp ${port}`))
    await bound(packets, port)
  }
  for (const port of [80, 443, ...ports]) {
    const connections: Server = createServer((socket) => {
      heard.add(`tcp ${port}`)
      let said = ''
      socket.on('data', (data) => {
        said += data.toString('latin1')
        const names = [...said.matchAll(/[\w.-]+\.leak\.test/g)].map(([name]) => `tcp ${port} ${name}`)
        for (const name of names) heard.add(name)
        // A first message of TLS may come in pieces, with the name in any of them.
        if (names.length > 0 || said.length > MOST_SAID) socket.destroy()
      })
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => connections.listen(port, CANARY, resolve))
  }
  return { heard }
}

const bound = (socket: Socket, port: number): Promise<void> => new Promise((resolve) => void socket.bind(port, CANARY, resolve))

/** Reads the one question of a DNS query (RFC 1035, 4.1.2). */
function questionOf(query: Buffer): { readonly name: string; readonly end: number; readonly type: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5, type: query.readUInt16BE(at + 1) }
}

function answerTo(query: Buffer, end: number, hasAddress: boolean): Buffer {
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x81_80, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(hasAddress ? 1 : 0, 6)
  const address = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4, ...CANARY.split('.').map(Number)])
  return Buffer.concat([head, query.subarray(12, end), ...(hasAddress ? [address] : [])])
}
