import { FRAME_SCHEME, ORIGIN } from './pageOrigin'

/** The parts of an Electron frame that identify it. */
export interface FrameLike {
  readonly url: string
  readonly frameTreeNodeId: number
}

/**
 * Returns whether a message comes from Parley's own document: the main frame of the window, at Parley's own address, and still present.
 * `URL.origin` is the text 'null' for every address with a scheme like ours, so protocol and host are compared instead.
 */
export function isTrustedSender(senderFrame: FrameLike | null, mainFrame: FrameLike): boolean {
  return senderFrame !== null && senderFrame.frameTreeNodeId === mainFrame.frameTreeNodeId && isOwnAddress(senderFrame.url)
}

/** Returns whether an address belongs to Parley's own page. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return `${protocol}//${host}` === ORIGIN && username === '' && password === ''
}

/** Returns whether an address belongs to a confined frame. */
export function isFrameAddress(address: string): boolean {
  return frameIdOf(address) !== undefined
}

/** Returns the confined frame to which an address belongs. */
export function frameIdOf(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.protocol === `${FRAME_SCHEME}:` ? url.host : undefined
}
