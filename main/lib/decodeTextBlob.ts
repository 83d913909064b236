import { isUtf8 } from 'node:buffer'

/** Pure: the words of a text that its server sent as bytes, in base64; undefined where they are none. */
export function decodeTextBlob(mimeType: string | undefined, blob: string): string | undefined {
  if (!/^(?:text\/|application\/(?:json|xml|yaml|[\w.-]+\+(?:json|xml))(?:;|$))/i.test(mimeType ?? '')) return undefined
  const bytes = Buffer.from(blob, 'base64')
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined
}
