import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { CallName, InputOf, OutputOf, Reply, TopicName, ValueOf } from '../../shared/rpc/contract.ts'
import type { SocketToHost, SocketToPage } from '../../shared/rpc/wire.ts'

/** The reply to a call whose host ended first: nobody knows whether it was carried out. */
export interface NoReply {
  readonly ok: 'unknown'
}

/** One page of the browser shell without a screen: a one-time link, a cookie and a socket, as `renderer/rpc` uses them. */
export class HostPage {
  readonly #socket: WebSocket
  readonly #waiting = new Map<string, (reply: Reply<unknown> | NoReply) => void>()
  readonly #topics = new Map<string, (value: unknown) => void>()
  #calls = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString('utf8')) as SocketToPage))
    // 'close' follows, and tells everybody who waits.
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      for (const [id, resolve] of this.#waiting) {
        this.#waiting.delete(id)
        resolve({ ok: 'unknown' })
      }
    })
  }

  /** Opens a one-time link. Rejects if the host does not let it in. */
  static async open(link: string): Promise<HostPage> {
    const { origin } = new URL(link)
    const answer = await fetch(link, { headers: { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } })
    await answer.arrayBuffer()
    const cookie = answer.headers.get('set-cookie')?.split(';')[0]
    if (cookie === undefined) throw new Error(`The link was answered with ${answer.status} and no cookie`)
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { cookie, origin }, maxPayload: 0 })
    const page = new HostPage(socket)
    await once(socket, 'open')
    return page
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Resolves always: to the host's reply, or to `unknown` when the host ended before it replied. */
  async call<N extends CallName>(name: N, input: InputOf<N>): Promise<Reply<OutputOf<N>> | NoReply> {
    return (await this.#ask(name, input)) as Reply<OutputOf<N>> | NoReply
  }

  /** Passes the topic's value to the listener, now and after each change. */
  async watch<N extends TopicName>(topic: N, listener: (value: ValueOf<N>) => void): Promise<void> {
    const subscription = `topic-${topic}`
    this.#topics.set(subscription, (value) => listener(value as ValueOf<N>))
    await this.#ask('rpc.watch', { subscription, topic })
  }

  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return
    const closed = once(this.#socket, 'close')
    this.#socket.close()
    await closed
  }

  #ask(name: string, input: unknown): Promise<Reply<unknown> | NoReply> {
    if (!this.isOpen) return Promise.resolve({ ok: 'unknown' })
    const id = `call-${++this.#calls}`
    const message: SocketToHost = { channel: 'rpc:call', request: { id, name, input } }
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#socket.send(JSON.stringify(message))
    })
  }

  #hear(message: SocketToPage): void {
    if (message.channel === 'rpc:call') {
      this.#waiting.get(message.id)?.(message.reply)
      this.#waiting.delete(message.id)
    } else if (message.publication.kind === 'value') {
      this.#topics.get(message.publication.subscription)?.(message.publication.value)
    }
  }
}
