/** What a fence may be followed by. A language is a name that a model chose. */
const LANGUAGE = /^[\w+#.-]{1,30}$/

/** Code that is selected, in Markdown: on one line as code within a line, else as a block with its language. Empty: nothing of it is selected. */
export function quotedCode(code: Element, range: Range, most: number): string {
  if (!code.matches('pre')) return inLine(selectedText(code, range).replace(/\s+/g, ' '))
  const lines = selectedLines(code, range, most)
  if (!lines.includes('\n')) return inLine(lines.trim())
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1))
  const language = code.getAttribute('data-language') ?? ''
  return `${fence}${LANGUAGE.test(language) ? language : ''}\n${lines}\n${fence}`
}

function inLine(code: string): string {
  if (code.trim() === '') return code
  const mark = '`'.repeat(longestRun(code) + 1)
  const space = /^`|`$/.test(code) ? ' ' : ''
  return `${mark}${space}${code}${space}${mark}`
}

/** The lines of a block, which the screen shows as elements of one or several lines each, at least `most` characters of them. */
function selectedLines(pre: Element, range: Range, most: number): string {
  const lines: string[] = []
  let length = 0
  for (const part of pre.children) {
    if (length > most) break
    if (!range.intersectsNode(part)) continue
    const text = selectedText(part, range)
    // A line break at the very end of an element was doubled to be seen.
    lines.push(text.endsWith('\n') ? text.slice(0, -1) : text)
    length += text.length
  }
  return withoutEmptyEnds(lines.join('\n').split('\n'))
}

function withoutEmptyEnds(lines: readonly string[]): string {
  const isFilled = (line: string): boolean => line.trim() !== ''
  return lines.slice(Math.max(0, lines.findIndex(isFilled)), lines.findLastIndex(isFilled) + 1).join('\n')
}

function selectedText(element: Element, range: Range): string {
  const part = document.createRange()
  part.selectNodeContents(element)
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0) part.setStart(range.startContainer, range.startOffset)
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(range.endContainer, range.endOffset)
  return part.toString()
}

function longestRun(code: string): number {
  return Math.max(0, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length))
}
