/** The beginning of a formula that has lines of its own: `$$` or `\[`. */
export interface FormulaStart {
  readonly close: '$$' | '\\]'
  /** What stands behind the opening mark on its line, without the closing mark. */
  readonly source: string
  /** The formula ends on this line. */
  readonly ended: boolean
}

const OPENING = /^ {0,3}(\$\$|\\\[)/

/**
 * Pure: whether a line begins a formula of its own. A formula in the middle of a line, and `$$` before words that go on below, are left to
 * the parser of paragraphs.
 */
export function formulaStart(line: string): FormulaStart | undefined {
  const opening = OPENING.exec(line)
  if (!opening) return undefined
  const close = opening[1] === '$$' ? '$$' : '\\]'
  const rest = line.slice(opening[0].length).trim()
  const source = formulaEnd(rest, close)
  if (source !== undefined) return source.trim() === '' ? undefined : { close, source, ended: true }
  if (rest.includes(close) || (close === '$$' && rest !== '')) return undefined
  return { close, source: rest, ended: false }
}

/** Pure: returns the last line of a formula without its closing mark, and undefined when it is not the last. A full stop may follow the mark. */
export function formulaEnd(line: string, close: FormulaStart['close']): string | undefined {
  const text = line.trimEnd()
  const stop = /[.,;:]$/.exec(text)?.[0] ?? ''
  const at = text.indexOf(close)
  return at >= 0 && at === text.length - stop.length - close.length ? text.slice(0, at) + stop : undefined
}
