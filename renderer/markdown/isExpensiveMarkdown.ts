/** A block is a paragraph, a list of forty items, a table: prose of a person stays far below all of these. */
const CHARACTERS = 50_000
const MARKS = 2_500
const MARKS_IN_TABLE = 25_000
const PREFIX = 60
const CONTAINERS = 24

/**
 * Pure: whether a block of Markdown is one that nobody wrote to be read, and that would hold up the page: the parser's work grows with
 * the square of its marks and of its nesting. Such a block is shown as the text that it is.
 */
export function isExpensiveMarkdown(block: string): boolean {
  if (block.length > CHARACTERS) return true
  const lines = block.split('\n')
  if (lines.some(isNestedDeep)) return true
  const isTable = /^[\s|:-]*-[\s|:-]*$/.test(lines[1] ?? '') && (lines[1] ?? '').includes('|')
  if (!isTable) return marksIn(block) > MARKS
  return marksIn(block) > MARKS_IN_TABLE || lines.some((line) => marksIn(line) > MARKS)
}

/** Marks that open a quote or a list, and how far they lead in. A ruled line is marks without space between them. */
function isNestedDeep(line: string): boolean {
  const prefix = /^(?:\s|>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$))*/.exec(line.slice(0, 2_000))?.[0] ?? ''
  const containers = prefix.replaceAll(/[\s\d]/g, '').length
  return containers > CONTAINERS || (containers > 0 && prefix.length > PREFIX)
}

function marksIn(text: string): number {
  return text.length - text.replaceAll(/[*_~[\]]/g, '').length
}
