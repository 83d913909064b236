const kinds = /^(?:text\/|application\/(?:json|xml|yaml|[\w.-]+\+(?:json|xml))(?:;|$))/i

/** Pure: the words of a text that its server sent as bytes; undefined where it is not text, or not base64. */
export function blobText(mimeType: string | undefined, blob: string): string | undefined {
  if (!kinds.test(mimeType ?? '')) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(blob), (letter) => letter.charCodeAt(0)))
  } catch {
    // It says that it is text, and is not: then it is shown as the bytes that it is.
    return undefined
  }
}
