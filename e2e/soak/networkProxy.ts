import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A way through loopback to one server, which can be cut: then it drops what is under way and refuses what comes. */
export class NetworkProxy implements AsyncDisposable {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  /** @param target the port of the server on 127.0.0.1 */
  static async start(target: number): Promise<NetworkProxy> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
    const proxy = new NetworkProxy(server, address.port)
    server.on('connection', (socket) => proxy.#pass(socket, target))
    return proxy
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  mend(): void {
    this.#isCut = false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.cut()
    await closed
  }

  #pass(near: Socket, target: number): void {
    if (this.#isCut) return void near.resetAndDestroy()
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }
}
