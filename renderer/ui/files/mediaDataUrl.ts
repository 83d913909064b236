import { imageHeader } from '../../../shared/lib/imageHeader'
import { trimEndOf } from '../../../shared/lib/trimEndOf'

const audio = {
  'audio/mpeg': true,
  'audio/mp3': true,
  'audio/mp4': true,
  'audio/wav': true,
  'audio/x-wav': true,
  'audio/ogg': true,
  'audio/webm': true,
  'audio/flac': true,
} as const

/** A decoded pixel takes four bytes. This is the size of a large photograph. */
const POINTS = 40_000_000
/** The image's size is near the beginning, after the metadata of a camera. */
const HEAD_CHARACTERS = 1024 * 1024

/**
 * Pure: returns a `data:` URL for a server's image or sound. Returns undefined for a type that is not on the list, for invalid base64, for
 * bytes that are not an image, and for an image that would need too much memory when decoded.
 */
export function mediaDataUrl(mimeType: string, data: string): { readonly kind: 'image' | 'audio'; readonly url: string } | undefined {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  // Searches for one character at a time. A repetition over megabytes can overflow the stack of the regular expression.
  if (data === '' || /[^A-Za-z0-9+/=\s]/.test(data)) return undefined
  const base64 = data.replace(/\s+/g, '')
  if (Object.hasOwn(audio, type)) return { kind: 'audio', url: `data:${type};base64,${base64}` }
  if (!/^image\/(?:png|jpe?g|gif|webp)$/.test(type)) return undefined
  const head = imageHeader(beginning(base64))
  if (!head || head.width * head.height > POINTS) return undefined
  return { kind: 'image', url: `data:${head.type};base64,${base64}` }
}

function beginning(base64: string): Uint8Array {
  const whole = trimEndOf(base64.slice(0, HEAD_CHARACTERS), '=')
  // Four letters encode three bytes. A single remaining letter encodes none.
  const letters = whole.slice(0, whole.length % 4 === 1 ? -1 : undefined)
  return Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))
}
