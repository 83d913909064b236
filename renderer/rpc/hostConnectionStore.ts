import { createStore, useStore } from 'zustand'

/** Whether the page reaches the host. Always 'up' in Electron, where both end together. */
export type HostConnectionState = 'connecting' | 'up' | 'down'

/** Written by the wire of the browser shell only. */
export const hostConnectionStore = createStore<{ readonly session: HostConnectionState }>(() => ({ session: 'up' }))

/** The state of the connection to the host, for the notice that is shown while it is down. */
export function useHostConnection(): HostConnectionState {
  return useStore(hostConnectionStore, (state) => state.session)
}

/** Calls back every time the connection is there again. Returns the way to stop. */
export function onHostReconnected(listener: () => void): () => void {
  return hostConnectionStore.subscribe((now, before) => {
    if (now.session === 'up' && before.session !== 'up') listener()
  })
}
