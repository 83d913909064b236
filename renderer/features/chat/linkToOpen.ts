import { create } from 'zustand'

/** The link that the person clicked, until they decide whether to open it. */
export const useLinkToOpen = create<{ readonly url: string | undefined }>(() => ({ url: undefined }))

/** Asks the person whether to open a link, and shows its whole address. */
export const askToOpen = (url: string): void => useLinkToOpen.setState({ url })
