import * as z from 'zod'
import { FRAME_TEXT_CHARACTERS } from './frameContent'

/**
 * What a confined frame shows: a document that somebody else wrote, or Parley's own drawer of diagrams, which gets their sources by message.
 */
export const FrameContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('html'), text: z.string().max(FRAME_TEXT_CHARACTERS) }),
  z.object({ kind: z.literal('svg'), text: z.string().max(FRAME_TEXT_CHARACTERS) }),
  z.object({ kind: z.literal('diagrams') }),
])
export type FrameContent = z.infer<typeof FrameContent>
