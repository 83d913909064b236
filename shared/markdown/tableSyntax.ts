const DELIMITER_ROW = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/
const HEAD_ROW = /^ {0,3}[^\s<>]/
const QUOTE_ITEM_OR_HEADING = /^ {0,3}(?:>|(?:[-*+]|\d{1,9}[.)]|#{1,6})(?:\s|$))/
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const UNDERLINE = /^ {0,3}=+[ \t]*$/
const FENCE = /^ {0,3}(?:~{3}|`{3,}[^`]*$)/
const INDENTED = /^(?: {4}| {0,3}\t)/

/** Pure: how many columns a table with these first two lines has. Undefined if they begin no table. */
export function tableColumns(head: string, delimiterRow: string): number | undefined {
  if (!/[|:]/.test(delimiterRow) || !DELIMITER_ROW.test(delimiterRow)) return undefined
  if (!HEAD_ROW.test(head) || RULE.test(head) || UNDERLINE.test(head)) return undefined
  const columns = cellsIn(delimiterRow)
  return head.trim() !== '|' && cellsIn(head) === columns ? columns : undefined
}

/** Pure: whether a line below a row is no row: a blank one, or the beginning of something else. Any other line is one, also without a pipe. */
export function endsTable(line: string): boolean {
  if (line.trim() === '' || INDENTED.test(line) || QUOTE_ITEM_OR_HEADING.test(line) || RULE.test(line) || FENCE.test(line)) return true
  // Most tags that stand alone do. Where there is a pipe, it is about a row.
  return !line.includes('|') && /^ {0,3}<[!?/a-z]/i.test(line)
}

/** A pipe behind a backslash is a character of its cell. One in code without it is not. */
function cellsIn(row: string): number {
  const text = row.trim()
  let pipes = 0
  let isLast = false
  for (let at = 0; at < text.length; at += 1) {
    const escapes = text[at] === '\\' && (text[at + 1] === '\\' || text[at + 1] === '|')
    if (escapes) at += 1
    isLast = !escapes && text[at] === '|'
    if (isLast) pipes += 1
  }
  return pipes + 1 - Number(text.startsWith('|')) - Number(isLast && pipes > Number(text.startsWith('|')))
}
