/**
 * Pure: the longest beginning of a text that fits into this many bytes of UTF-8, without a split character. The time depends on the number
 * of bytes, not on the length of the text. A cut text is a copy, so that it does not keep the whole one in memory.
 */
export function truncateBytes(text: string, bytes: number): string {
  // No character has fewer bytes than UTF-16 units.
  const encoded = Buffer.from(text.slice(0, bytes))
  if (encoded.length <= bytes) return text.length <= bytes ? text : encoded.toString()
  let end = bytes
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end--
  return encoded.toString('utf8', 0, end)
}
