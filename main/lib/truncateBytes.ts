/** Pure: the longest beginning of a text that fits into this many bytes of UTF-8, without a split character. */
export function truncateBytes(text: string, bytes: number): string {
  const encoded = Buffer.from(text.slice(0, bytes))
  if (encoded.length <= bytes) return text.slice(0, bytes)
  let end = bytes
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end--
  return encoded.toString('utf8', 0, end)
}
