/** Pure: joins the texts of an unsent message, each in a paragraph of its own. */
export function joinTexts(texts: readonly string[]): string {
  const [first = '', ...rest] = texts.filter((text, index) => index === 0 || text !== '')
  return rest.reduce((joined, text) => (joined.trim() === '' ? text : `${joined}\n\n${text}`), first)
}

/** Pure: what stays of an unsent message when this was sent, the inverse of `joinTexts`. A draft that does not begin with it stays whole. */
export function withoutSent(draft: string, sent: string): string {
  const words = sent.trim()
  if (draft.trim() === words) return ''
  return words !== '' && draft.startsWith(`${words}\n\n`) ? draft.slice(words.length + 2) : draft
}
