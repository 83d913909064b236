import { create } from 'zustand'

/** The link that the person clicked, until they decided about it. */
export const useLinkToOpen = create<{ readonly url: string | undefined }>(() => ({ url: undefined }))

/** Asks whether a link is to be opened, with its whole address. */
export const askToOpen = (url: string): void => useLinkToOpen.setState({ url })
