import { imageHeader } from '../../shared/lib/imageHeader'

/** Endpoints take 5 MB at least. Source: Anthropic, Vision, "Evaluate image size" (docs.claude.com). In characters of base64. */
const MOST_CHARACTERS = (5 * 1024 * 1024 * 4) / 3
/** Whoever decodes a pixel needs four bytes. This is the size of a large photograph. */
const MOST_PIXELS = 40_000_000

/** A picture as an endpoint gets it. */
export interface PictureForModel {
  readonly mediaType: string
  /** In base64, without breaks. */
  readonly data: string
}

/**
 * Pure: returns a server's picture by its own bytes, whatever the server calls it. Undefined for what is none, for one of more bytes than
 * endpoints take, and for one that needs too much memory. An endpoint that got one of these would refuse the whole conversation every time.
 */
export function pictureForModel(data: string): PictureForModel | undefined {
  const base64 = data.replaceAll(/\s/g, '')
  if (base64.length > MOST_CHARACTERS || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const header = imageHeader(Buffer.from(base64, 'base64'))
  if (!header || header.pixels > MOST_PIXELS) return undefined
  return { mediaType: header.type, data: base64 }
}
