import { createStore, useStore } from 'zustand'

/** Whether the page reaches the host. Always 'up' in Electron, where both end together. */
export type LinkState = 'connecting' | 'up' | 'down'

/** Written by the wire of the browser shell only. */
export const linkStore = createStore<{ readonly link: LinkState }>(() => ({ link: 'up' }))

/** The state of the link, for the notice that is shown while it is down. */
export function useLink(): LinkState {
  return useStore(linkStore, (state) => state.link)
}

/** Calls back every time the link comes up again. Returns the way to stop. */
export function onLinkUp(listener: () => void): () => void {
  return linkStore.subscribe((now, before) => {
    if (now.link === 'up' && before.link !== 'up') listener()
  })
}
