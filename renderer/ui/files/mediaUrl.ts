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

/** Decoded, each point takes four bytes: this is as much as a large photograph. */
const POINTS = 40_000_000
/** The size stands near the beginning, behind what a camera writes about a picture. */
const HEAD_CHARACTERS = 1024 * 1024

/**
 * Pure: a `data:` address for an image or sound of a server; undefined for every kind that is not on the list, for what is not base64, for an
 * image that is none by its own bytes, and for one that would fill the memory when it is decoded.
 */
export function mediaUrl(mimeType: string, data: string): { readonly kind: 'image' | 'audio'; readonly url: string } | undefined {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  // Looked for one at a time: a repetition over megabytes can overflow the stack of the regular expression.
  if (data === '' || /[^A-Za-z0-9+/=\s]/.test(data)) return undefined
  const base64 = data.replace(/\s+/g, '')
  if (Object.hasOwn(audio, type)) return { kind: 'audio', url: `data:${type};base64,${base64}` }
  if (!/^image\/(?:png|jpe?g|gif|webp)$/.test(type)) return undefined
  const head = imageHeader(beginning(base64))
  if (!head || head.width * head.height > POINTS) return undefined
  return { kind: 'image', url: `data:${head.type};base64,${base64}` }
}

function beginning(base64: string): Uint8Array {
  const whole = base64.slice(0, HEAD_CHARACTERS).replace(/=+$/, '')
  // Groups of four letters are three bytes; one letter alone is none.
  const letters = whole.slice(0, whole.length % 4 === 1 ? -1 : undefined)
  return Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))
}
