/** What comes later decides nothing: a text is of one kind, and a long one must not take long. */
const CHARS_READ = 20_000

const TIME = /^\[?(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d)/
const LEVEL = /^\W?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\b/i
const MARKDOWN = /^(?:#{1,6} |```|~~~|\|.{1,2000}\|$|[-*] \[[ x]\] )/

/**
 * Pure: whether a server's text is read as sentences. The lines of a log, of code or of a listing, and the source of Markdown, are data: they
 * are read by their columns and marks.
 */
export function isProse(text: string): boolean {
  const lines = text
    .slice(0, CHARS_READ)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
  if (lines.some((line) => MARKDOWN.test(line))) return false
  const data = lines.filter((line) => isDataLine(line)).length
  // A single line that begins with the word of a level is a sentence more often than a log.
  return lines.length < 2 || data * 2 < lines.length
}

function isDataLine(line: string): boolean {
  return TIME.test(line) || LEVEL.test(line) || line.startsWith('\t') || line.startsWith('  ') || line.endsWith('{') || line.endsWith(';')
}
