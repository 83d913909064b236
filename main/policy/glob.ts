/** Pure: whether a text is as a pattern says; `*` stands for anything, also for nothing. Takes time in proportion to both. */
export function glob(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return text === head
  if (!text.startsWith(head) || text.length < head.length + tail.length || !text.endsWith(tail)) return false
  const end = text.length - tail.length
  let from = head.length
  for (const part of rest) {
    const found = text.indexOf(part, from)
    if (found < 0 || found + part.length > end) return false
    from = found + part.length
  }
  return true
}
