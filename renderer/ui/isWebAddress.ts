/** Pure: whether a text is a complete http or https address. */
export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:')
}
