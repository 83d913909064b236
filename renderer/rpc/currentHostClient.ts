import { createHostClient, type HostClient } from '../../shared/rpc/hostClient'
import { createSocketWire } from './socketWire'
import { hostConnectionStore } from './hostConnectionStore'

declare global {
  interface Window {
    /** Set by the preload script of the desktop shell. Absent in the browser shell. */
    readonly host?: HostClient
  }
}

let current: HostClient | undefined

/** Returns the page's host: the desktop's bridge if there is one, otherwise a WebSocket to the server of the page. */
export function currentHostClient(): HostClient {
  current ??= window.host ?? connectSocket()
  return current
}

/** Sets another host before the first use, for tests and for previews without a host. */
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
