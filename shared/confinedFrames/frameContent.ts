import * as z from 'zod'

/** The longest document that a preview shows, in UTF-16 code units. */
export const FRAME_TEXT_CHARACTERS = 1_000_000

/**
 * What a confined frame shows: a document that somebody else wrote, or Parley's own drawer of diagrams, which gets their sources by message.
 */
export const FrameContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('html'), text: z.string().max(FRAME_TEXT_CHARACTERS) }),
  z.object({ kind: z.literal('svg'), text: z.string().max(FRAME_TEXT_CHARACTERS) }),
  z.object({ kind: z.literal('diagrams') }),
])
export type FrameContent = z.infer<typeof FrameContent>

/** A frame that waits to be loaded. It can be loaded once, within a minute. */
export interface OpenedFrame {
  /** The address of its outer document, for the `src` of an iframe. */
  readonly address: string
  /** The origin of the outer document, which no other frame has. */
  readonly origin: string
  /** Present for an app. `allow`: the features that its document may ask the person for, as the `allow` of an iframe has them; often empty. */
  readonly app?: { readonly allow: string }
}
