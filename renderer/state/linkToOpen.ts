import { create } from 'zustand'

interface LinkToOpen {
  readonly url: string | undefined
  /** Whoever wants to know what the person decided. */
  readonly onDecided?: ((opened: boolean) => void) | undefined
}

/** The link that the person clicked, until they decide whether to open it. */
export const useLinkToOpen = create<LinkToOpen>(() => ({ url: undefined }))

/**
 * Asks the person whether to open a link, and shows its whole address.
 * @param onDecided is called once, also where another link takes its place.
 */
export function askToOpen(url: string, onDecided?: (opened: boolean) => void): void {
  decideAboutLink(false)
  useLinkToOpen.setState({ url, onDecided })
}

/** The person decided about the link that is asked for. */
export function decideAboutLink(opened: boolean): void {
  const { onDecided } = useLinkToOpen.getState()
  useLinkToOpen.setState({ url: undefined, onDecided: undefined })
  onDecided?.(opened)
}
