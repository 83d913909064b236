/** The longest document that a preview shows, in UTF-16 code units. */
export const FRAME_TEXT_CHARACTERS = 1_000_000

/** A frame that waits to be loaded. It can be loaded once, within a minute. */
export interface OpenedFrame {
  /** The address of its outer document, for the `src` of an iframe. */
  readonly address: string
  /** The origin of the outer document, which no other frame has. */
  readonly origin: string
  /** Present for an app. `allow`: the features that its document may ask the person for, as the `allow` of an iframe has them; often empty. */
  readonly app?: {
    readonly allow: string
    /** A person lets it run also where the browser cannot shut it in. Its outer document has been told so by the host. */
    readonly unprotected?: true
    /** It is the frame that the page prepared (`confinedFrames.prepareApp`), which has passed its self-test and waits to be told to load. */
    readonly prepared?: true
  }
}

/** What holds the document of an app in: the values of two headers, for whoever writes apps. */
export interface AppFramePolicy {
  /** `Content-Security-Policy` */
  readonly content: string
  /** `Connection-Allowlist` */
  readonly connections: string
}
