import { parseSync } from 'vite'
import { isRecord } from '../../shared/lib/json'

/** One regular expression of a program. */
export interface FoundRegex {
  readonly regex: RegExp
  /** FILE:LINE */
  readonly place: string
  /** Whether a comment in the lines above says "Super-linear, but" and why that does not matter. */
  readonly isExcused: boolean
}

export interface Regexes {
  /** Those that are written as literals. */
  readonly literals: readonly FoundRegex[]
  /** FILE:LINE of each one that is put together when the program runs. */
  readonly built: readonly string[]
}

/** Finds the regular expressions of a program. */
export function findRegexes(file: string, text: string): Regexes {
  const literals: FoundRegex[] = []
  const built: string[] = []
  // Parsing is slow, and few files have none of these.
  if (!/\/[^/*\s]|RegExp/.test(text)) return { literals, built }
  const lines = text.split('\n')
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length
  const open: unknown[] = [parseSync(file, text).program]
  while (open.length > 0) {
    const node = open.pop()
    if (Array.isArray(node)) for (const item of node) open.push(item)
    if (!isRecord(node)) continue
    const { type, start, regex, callee } = node
    const line = typeof start === 'number' ? lineOf : undefined
    if (type === 'Literal' && isRecord(regex) && line) {
      const at = line(Number(start))
      literals.push({
        regex: new RegExp(String(regex['pattern']), String(regex['flags'])),
        place: `${file}:${at}`,
        isExcused: lines.slice(Math.max(0, at - 4), at).some((each) => each.includes('Super-linear, but')),
      })
    }
    if ((type === 'NewExpression' || type === 'CallExpression') && isRecord(callee) && callee['name'] === 'RegExp' && line)
      built.push(`${file}:${line(Number(start))}`)
    for (const value of Object.values(node)) if (typeof value === 'object' && value !== null) open.push(value)
  }
  return { literals, built }
}
