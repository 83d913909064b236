import { createStore, useStore } from 'zustand'

/** Whether the page reaches the host. Always 'up' in Electron, where both end together. */
export type HostConnectionState = 'connecting' | 'up' | 'down'

/** Only the browser shell's wire writes this. */
export const hostConnectionStore = createStore<{ readonly session: HostConnectionState }>(() => ({ session: 'up' }))

/** Returns the state of the connection to the host, for the notice that appears while it is down. */
export function useHostConnection(): HostConnectionState {
  return useStore(hostConnectionStore, (state) => state.session)
}

/** Calls back whenever the connection is restored. Returns a function that unsubscribes. */
export function onHostReconnected(listener: () => void): () => void {
  return hostConnectionStore.subscribe((now, before) => {
    if (now.session === 'up' && before.session !== 'up') listener()
  })
}
