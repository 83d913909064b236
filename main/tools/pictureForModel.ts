import { strictestLimits } from '../../shared/files/mediaLimits'
import { imageHeader } from '../../shared/lib/imageHeader'

/** Whoever decodes a pixel needs four bytes. This is the size of a large photograph. */
const MOST_PIXELS = 40_000_000

/** A picture as an endpoint gets it. */
export interface PictureForModel {
  readonly mediaType: string
  /** In base64, without breaks. */
  readonly data: string
  /** Its longer edge, in pixels. */
  readonly edge: number
}

/**
 * Pure: returns a server's picture by its own bytes, whatever the server calls it. Undefined for what is none, for one of more bytes or pixels than
 * every endpoint takes, and for one that needs too much memory. An endpoint that got one of these would refuse the whole conversation every time.
 */
export function pictureForModel(data: string): PictureForModel | undefined {
  const { pictureLength, edge } = strictestLimits
  const base64 = data.replaceAll(/\s/g, '')
  if (base64.length > pictureLength || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const header = imageHeader(Buffer.from(base64, 'base64'))
  if (!header) return undefined
  const longer = Math.max(header.width, header.height)
  if (header.pixels > MOST_PIXELS || longer > edge) return undefined
  return { mediaType: header.type, data: base64, edge: longer }
}
