import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const VERSION = 5
const NO_CREDENTIALS = 0
const NAME_AND_PASSWORD = 2
/** The kinds of addresses in an answer, with their lengths in bytes. */
const ADDRESS_BYTES: ReadonlyMap<number | undefined, number> = new Map([
  [1, 4],
  [4, 16],
])

/**
 * Opens a way to a host through a SOCKS5 proxy (RFC 1928), with the name and the password of its address (RFC 1929) where it has them. The proxy
 * looks the name up.
 * @throws when the proxy refuses, or says something else
 */
export async function throughSocks(
  proxy: URL,
  { host, port, withinMs }: { host: string; port: number; withinMs: number },
): Promise<Socket> {
  const socket = connect({ host: proxy.hostname.replace(/^\[|\]$/g, ''), port: Number(proxy.port || 1080) })
  socket.setTimeout(withinMs, () => socket.destroy(new Error('The proxy of this computer does not answer')))
  try {
    await signIn(socket, proxy)
    socket.write(Buffer.from([VERSION, 1, 0, 3, host.length, ...Buffer.from(host), port >> 8, port & 255]))
    const [, refusal, , kind] = await read(socket, 4)
    if (refusal !== 0) throw new Error(`The proxy of this computer answered ${refusal}`)
    await read(socket, (ADDRESS_BYTES.get(kind) ?? (await read(socket, 1))[0] ?? 0) + 2)
    socket.setTimeout(0)
    return socket
  } catch (thrown) {
    socket.destroy()
    throw thrown
  }
}

async function signIn(socket: Socket, { username, password }: URL): Promise<void> {
  const methods = username === '' ? [NO_CREDENTIALS] : [NO_CREDENTIALS, NAME_AND_PASSWORD]
  socket.write(Buffer.from([VERSION, methods.length, ...methods]))
  const [version, method = -1] = await read(socket, 2)
  if (version !== VERSION || !methods.includes(method)) throw new Error('The proxy of this computer wants what Parley does not have')
  if (method === NO_CREDENTIALS) return
  const parts = [username, password].map((part) => Buffer.from(decodeURIComponent(part)))
  socket.write(Buffer.from([1, ...parts.flatMap((part) => [part.length, ...part])]))
  const [, refusal] = await read(socket, 2)
  if (refusal !== 0) throw new Error('The proxy of this computer does not take the password')
}

/** Takes exactly so many bytes. */
async function read(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const chunk: Buffer | null = socket.read(bytes)
    if (chunk?.length === bytes) return chunk
    if (chunk || socket.readableEnded || socket.destroyed) throw new Error('The proxy of this computer hung up')
    await once(socket, 'readable')
  }
}
