/** A longer word is nobody's slip of the keyboard, and comparing costs a square. */
const CHARACTERS_MOST = 64

/**
 * Pure: the known word that somebody probably meant: at most two letters are wrong, missing, too many or in another order, and of a short
 * word at most one. Capitals do not count. Undefined if no word is near enough.
 */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  if (word.length > CHARACTERS_MOST) return undefined
  const written = word.toLowerCase()
  let nearest: string | undefined
  let least = written.length > 4 ? 3 : 2
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= least) continue
    const slips = countSlips(written, candidate.toLowerCase())
    if (slips < least) [nearest, least] = [candidate, slips]
  }
  return nearest
}

/** The distance of Damerau and Levenshtein, where no letter is changed twice. */
function countSlips(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    rows.push(now)
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      now.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(one.length, other.length)
}
