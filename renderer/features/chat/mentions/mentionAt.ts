import { mayMention } from '../../../../shared/mentions/toolMention'

/** An "@" with what follows it up to the caret. */
export interface Mention {
  /** Where the "@" is. */
  readonly start: number
  readonly query: string
}

const LONGEST_QUERY = 100

/** Pure: returns the "@" that is being written. Undefined in a word, in code and where the caret is within a word. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const from = Math.max(0, caret - LONGEST_QUERY - 1)
  const near = text.slice(from, caret)
  const at = near.lastIndexOf('@')
  if (at === -1) return undefined
  const query = near.slice(at + 1)
  const start = from + at
  if (/\s/.test(query) || !mayMention(text, start) || /[\p{L}\p{N}_]/u.test(text.charAt(caret))) return undefined
  return isInCode(text.slice(0, start)) ? undefined : { start, query }
}

/** Whether a text ends within a block of code, or within code in its last line. */
function isInCode(before: string): boolean {
  const fences = before.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0
  const ticks = before.slice(before.lastIndexOf('\n') + 1).split('`').length - 1
  return fences % 2 === 1 || ticks % 2 === 1
}

/**
 * Pure: returns the text without the mention, or with these words in its place, and where the caret is then. Spaces are neither doubled nor
 * lost.
 */
export function replaceMention(text: string, { start, query }: Mention, words = ''): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, start)
  const after = text.slice(start + 1 + query.length)
  const touches = after === '' || !/^\s/.test(after)
  if (words !== '') return { text: `${before}${words}${touches ? ' ' : ''}${after}`, caret: start + words.length + 1 }
  const isDoubled = /(?:^|\s)$/.test(before) && /^[^\S\n]/.test(after)
  return { text: before + (isDoubled ? after.slice(1) : after), caret: start }
}
