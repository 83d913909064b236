import { splitUnsafe } from '../lib/unsafeCharacters'

/** A block is a paragraph, or up to forty items of a list or rows of a table. Normal prose stays far below all of these limits. */
const CHARACTERS = 50_000
const MARKS = 2_500
/** A written address becomes a link, which is as much work as so many marks. */
const MARKS_OF_ADDRESS = 2
const MARKS_IN_TABLE = 25_000
/** About as many cells, also of tables in quotes and lists. Of a long table, this sees one part at a time. */
const PIPES = 3_000
/** Each hidden character becomes an element. Text as it is written shows a long run of them as their number. */
const HIDDEN_CHARACTERS = 500
/** Joining the lines of a formula takes the parser longer with each line of the block. */
const LINES = 1_000
const LINES_AROUND_FORMULA = 500
const PLAIN = /^[\n\t\x20-\x7E]*$/
const PREFIX = 60
const CONTAINERS = 24

/**
 * Pure: whether a block of Markdown would block the page. The parser's work grows with the square of the number of marks and of the nesting
 * depth. Nobody writes such a block to be read. It is shown as plain text.
 */
export function isExpensiveMarkdown(block: string): boolean {
  if (block.length > CHARACTERS) return true
  const lines = block.split('\n')
  if (lines.some(isNestedDeep)) return true
  if (lines.length > LINES_AROUND_FORMULA && block.includes('$$')) return true
  if (lines.length > LINES || hiddenIn(block) > HIDDEN_CHARACTERS) return true
  if (block.length - block.replaceAll('|', '').length > PIPES) return true
  if (!isDelimiterRow(lines[1] ?? '')) return marksIn(block) + MARKS_OF_ADDRESS * addressesIn(block) > MARKS
  return marksIn(block) > MARKS_IN_TABLE || lines.some((line) => marksIn(line) > MARKS)
}

/** Whether this second line makes the block a table. */
function isDelimiterRow(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[\s|:-]+$/.test(line)
}

/**
 * Whether the marks that open quotes or lists are nested too deeply or indented too far. A horizontal rule has no space between its marks.
 */
function isNestedDeep(line: string): boolean {
  const prefix = /^(?:\s|>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$))*/.exec(line.slice(0, 2_000))?.[0] ?? ''
  const containers = prefix.replaceAll(/[\s\d]/g, '').length
  return containers > CONTAINERS || (containers > 0 && prefix.length > PREFIX)
}

function marksIn(text: string): number {
  return text.length - text.replaceAll(/[*_~[\]$\\`]/g, '').length
}

function addressesIn(text: string): number {
  return (text.match(/:\/\/|www\./g) ?? []).length
}

/** Nearly all blocks are of plain characters, which is found out much faster. */
function hiddenIn(text: string): number {
  return PLAIN.test(text) ? 0 : splitUnsafe(text).filter(({ kind }) => kind === 'character').length
}
