import { imageHeader } from '../../../shared/lib/imageHeader'

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
  const head = imageHeader(decoded(base64))
  if (!head || head.pixels > POINTS) return undefined
  return { kind: 'image', url: `data:${head.type};base64,${base64}` }
}

/** The bytes up to the first padding. Behind that there is nothing, or no base64, which a browser does not draw. */
function decoded(base64: string): Uint8Array {
  const end = base64.indexOf('=')
  const whole = end === -1 ? base64 : base64.slice(0, end)
  // Four letters encode three bytes. A single remaining letter encodes none.
  const letters = atob(whole.slice(0, whole.length % 4 === 1 ? -1 : undefined))
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at)
  return bytes
}
