/** Comparing each word with each would take too long beyond this; then all between the common ends counts as replaced. */
const MOST_PAIRS = 4_000_000

/** Pure: the words of a text that are not in its edited form any more, in runs, in their order. */
export function findRemovedText(before: string, after: string): readonly string[] {
  const old = wordsOf(before)
  const now = wordsOf(after)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  const oldPart = old.slice(start, old.length - end)
  const nowPart = now.slice(start, now.length - end)
  return runs(oldPart, keptOf(oldPart, nowPart))
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** Which words of the first list are in the longest common part of both. */
function keptOf(old: readonly string[], now: readonly string[]): ReadonlySet<number> {
  const kept = new Set<number>()
  if (old.length === 0 || now.length === 0 || old.length * now.length > MOST_PAIRS) return kept
  const width = now.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      const below = lengths[(row + 1) * width + column] ?? 0
      const right = lengths[row * width + column + 1] ?? 0
      const both = (lengths[(row + 1) * width + column + 1] ?? 0) + 1
      lengths[row * width + column] = old[row] === now[column] ? both : Math.max(below, right)
    }
  }
  for (let row = 0, column = 0; row < old.length && column < now.length;) {
    if (old[row] === now[column]) {
      kept.add(row)
      row++
      column++
    } else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) row++
    else column++
  }
  return kept
}

function runs(words: readonly string[], kept: ReadonlySet<number>): readonly string[] {
  const found: string[] = []
  let open: string[] = []
  for (const [index, word] of words.entries()) {
    if (!kept.has(index)) open.push(word)
    else if (open.length > 0) {
      found.push(open.join(' '))
      open = []
    }
  }
  return open.length > 0 ? [...found, open.join(' ')] : found
}
