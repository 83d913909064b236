import { setImmediate as turn } from 'node:timers/promises'

/** A long text of which pieces can be read, wherever it lies. Places are in UTF-16 code units. */
export interface ReadableText {
  readonly characters: number
  /** Only its beginning was kept. */
  readonly cut?: true
  slice(from: number, to: number): string
}

export interface Hit {
  readonly at: number
  readonly text: string
}

/** So much is searched before others have a turn. */
const WINDOW = 64 * 1024
const BEFORE = 100
const AFTER = 200

/** Finds a text in another, however it is written (upper or lower case), with what stands around it. */
export async function searchText(text: ReadableText, query: string, from: number, most: number): Promise<readonly Hit[]> {
  const wanted = folded(query)
  const hits: Hit[] = []
  let next = from
  for (let start = from; start < text.characters && hits.length < most; start += WINDOW) {
    const window = folded(text.slice(start, start + WINDOW + query.length - 1))
    for (
      let index = window.indexOf(wanted, next - start);
      index !== -1 && hits.length < most;
      index = window.indexOf(wanted, next - start)
    ) {
      const at = start + index
      hits.push({ at, text: text.slice(Math.max(0, at - BEFORE), at + query.length + AFTER).toWellFormed() })
      // Further hits in what this one shows would show the same.
      next = at + query.length + AFTER
    }
    await turn()
  }
  return hits
}

/** In lower case, letter by letter at its place: one that gets longer so stays as it is. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  }).join('')
}
