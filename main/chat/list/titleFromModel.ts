import { replaceUnsafe } from '../../../shared/lib/unsafeCharacters'
import { deriveTitle } from '../deriveTitle'

/** No title is so long; what follows is not looked at. */
const LOOKED_AT = 4_000

/**
 * Pure: returns the title that a model has answered with, on one line and cut at a word. Leaves out what it thought, a label before the title,
 * and marks around it. "" when nothing is left.
 */
export function titleFromModel(answer: string): string {
  const begin = answer.lastIndexOf('</think>')
  const said = begin === -1 ? answer : answer.slice(begin + '</think>'.length)
  if (said.trimStart().startsWith('<think>')) return ''
  const line = replaceUnsafe(said.slice(0, LOOKED_AT)).trim().split('\n', 1)[0] ?? ''
  const bare = line.replace(/^(?:#{1,6}\s+)?(?:\*\*)?(?:title|titel)\s*:\s*/i, '').replace(/^#{1,6}\s+/, '')
  return deriveTitle(withoutMarks(bare.trim()))
}

const OPENING = new Set(['"', "'", '“', '„', '‘', '«', '»', '*', '_', '`'])
const CLOSING = new Set(['"', "'", '“', '”', '’', '»', '«', '*', '_', '`', '.'])

function withoutMarks(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && OPENING.has(text.charAt(from))) from++
  while (to > from && CLOSING.has(text.charAt(to - 1))) to--
  return text.slice(from, to).trim()
}
