import { createHostClient, type HostClient } from '../../shared/rpc/hostClient'
import { createSocketWire } from './socketWire'
import { hostConnectionStore } from './hostConnectionStore'

declare global {
  interface Window {
    /** Put there by the preload script of the desktop shell; absent in the browser shell. */
    readonly host?: HostClient
  }
}

let current: HostClient | undefined

/** The host that this page talks to: the desktop's bridge where there is one, else a WebSocket to whoever served the page. */
export function host(): HostClient {
  current ??= window.host ?? connectSocket()
  return current
}

/** Puts another host in place, before anything has asked for one: for tests and for looking at screens without a host. */
export function setHost(client: HostClient): void {
  current = client
}

function connectSocket(): HostClient {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const wire = createSocketWire({
    open: () => new WebSocket(`${scheme}://${location.host}/ws`),
    onState: (session) => hostConnectionStore.setState({ session }),
    onOpen: () => client.resubscribe(),
    later: (work, ms) => void setTimeout(work, ms),
  })
  const client = createHostClient(wire, () => crypto.randomUUID())
  wire.connect()
  return client
}
