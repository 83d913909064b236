import { withoutMarkdownSigns } from '../../shared/search/snippet'

const TITLE_LENGTH = 60
/** More of a line than a title can take, so that a line of megabytes costs nothing. */
const READ_LENGTH = 1000
const FENCE = /^\s*(?:```|~~~)/

/** Pure: derives the title of a conversation from its first message: its first line with words, without the signs of Markdown, cut at a word. */
export function deriveTitle(text: string): string {
  const line = lineOf(text)
  const letters = Array.from(line)
  if (letters.length <= TITLE_LENGTH) return line
  const cut = letters.slice(0, TITLE_LENGTH).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > TITLE_LENGTH / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** What begins with a fence is named after its code, not after its language. */
function lineOf(text: string): string {
  const [first = '', second = ''] = text.trim().split('\n', 2)
  const line = (FENCE.test(first) && second.trim() !== '' ? second : first).slice(0, READ_LENGTH)
  const plain = withoutMarkdownSigns({ text: line, marks: [] }).text.replaceAll(/\s+/g, ' ').trim()
  return plain === '' ? line.trim() : plain
}
