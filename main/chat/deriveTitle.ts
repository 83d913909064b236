const TITLE_LENGTH = 60

/** Pure: derives the title of a conversation from its first message. The title is the first line, cut at a word. */
export function deriveTitle(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.replaceAll(/\s+/g, ' ').trim() ?? ''
  const letters = Array.from(line)
  if (letters.length <= TITLE_LENGTH) return line
  const cut = letters.slice(0, TITLE_LENGTH).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > TITLE_LENGTH / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
