const kinds = /^(?:text\/|application\/(?:json|xml|yaml|[\w.-]+\+(?:json|xml))(?:;|$))/i

/** Pure: decodes text that its server sent as bytes. Returns undefined when it is not text or not base64. */
export function decodeContentBlockBlob(mimeType: string | undefined, blob: string): string | undefined {
  if (!kinds.test(mimeType ?? '')) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(blob), (letter) => letter.charCodeAt(0)))
  } catch {
    // The declared type is text, but the bytes are not, so they are shown as bytes.
    return undefined
  }
}
