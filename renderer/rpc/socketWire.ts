import { AppError, type AppErrorData } from '../../shared/errors/appError'
import { backoffDelay } from '../../shared/lib/backoffDelay'
import type { Reply } from '../../shared/rpc/contract'
import { trustHostValue } from '../../shared/rpc/trustHostValue'
import type { Publication, SocketToHost, SocketToPage, Wire, WireCall } from '../../shared/rpc/wire'
import type { HostConnectionState } from './hostConnectionStore'

const PAUSE = { firstMs: 250, mostMs: 5_000 }

const lost = (): AppErrorData => new AppError('INTERRUPTED', { reason: 'shell.disconnected' }).toData()

/** The part of a WebSocket that the wire uses. Tests pass their own. */
export interface SocketLike {
  send(text: string): void
  close(): void
  addEventListener(type: 'open' | 'close', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

export interface SocketWireOptions {
  readonly open: () => SocketLike
  readonly onState: (session: HostConnectionState) => void
  /** Called at every opening after something was lost. Topics and feeds are then requested again. */
  readonly onOpen: () => void
  readonly later: (work: () => void, ms: number) => void
}

/**
 * The wire of the browser shell. It reconnects with growing pauses while the page exists. Calls in flight fail with a clear error when the
 * connection breaks. Calls during a connection attempt wait for it.
 */
export function createSocketWire(options: SocketWireOptions): Wire & { connect(): void } {
  const listeners = new Set<(publication: Publication) => void>()
  const running = new Map<string, (reply: Reply<unknown>) => void>()
  let waiting: SocketToHost[] = []
  /** Whether the host may not know all that was requested. */
  let lossy = false
  let socket: SocketLike | undefined
  let session: HostConnectionState = 'down'
  /** Failed attempts since the last successful one. */
  let failures = 0

  const become = (next: HostConnectionState): void => {
    session = next
    options.onState(next)
  }
  const failAll = (): void => {
    lossy = true
    waiting = []
    for (const [id, resolve] of running) {
      running.delete(id)
      resolve({ ok: false, error: lost() })
    }
  }
  const receive = (data: unknown): void => {
    // The socket is same-origin and protected by cookie and Origin, so its messages come from the host.
    const message = trustHostValue<SocketToPage>(JSON.parse(String(data)))
    if (message.channel === 'rpc:publish') {
      for (const listener of listeners) listener(message.publication)
      return
    }
    running.get(message.id)?.(message.reply)
    running.delete(message.id)
  }
  const connect = (): void => {
    const opening = options.open()
    socket = opening
    if (failures === 0) become('connecting')
    opening.addEventListener('open', () => {
      failures = 0
      become('up')
      for (const message of waiting) opening.send(JSON.stringify(message))
      waiting = []
      if (lossy) options.onOpen()
      lossy = false
    })
    opening.addEventListener('message', ({ data }) => receive(data))
    opening.addEventListener('close', () => {
      if (socket !== opening) return
      socket = undefined
      become('down')
      failAll()
      options.later(connect, backoffDelay(failures++, PAUSE))
    })
  }
  const send = (message: SocketToHost): void => {
    if (session === 'up') socket?.send(JSON.stringify(message))
    else waiting.push(message)
  }

  return {
    connect,
    call: (request: WireCall) => {
      if (session === 'down' && socket === undefined) return Promise.resolve({ ok: false, error: lost() })
      return new Promise((resolve) => {
        running.set(request.id, resolve)
        send({ channel: 'rpc:call', request })
      })
    },
    cancel: (id) => {
      if (session === 'up') send({ channel: 'rpc:cancel', id })
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
