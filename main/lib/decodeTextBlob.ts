import { isUtf8 } from 'node:buffer'

/** Pure: decodes base64 text, or returns undefined if the type or the bytes are not text. */
export function decodeTextBlob(mimeType: string | undefined, blob: string): string | undefined {
  if (!/^(?:text\/|application\/(?:json|xml|yaml|[\w.-]+\+(?:json|xml))(?:;|$))/i.test(mimeType ?? '')) return undefined
  const bytes = Buffer.from(blob, 'base64')
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined
}
