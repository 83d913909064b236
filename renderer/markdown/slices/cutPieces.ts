import type { TextPiece } from '../../../shared/lib/unsafeCharacters'

/** A part of a long text that is shown as it is written. */
export interface TextPart {
  readonly pieces: readonly TextPiece[]
  /** All that it shows: two parts with the same are the same. */
  readonly text: string
  readonly work: number
}

const LINES = 40
/** A part ends at the end of a line from here on. */
const CHARACTERS = 2_000
/** It ends at any blank from here on. */
const MOST_CHARACTERS = 3_000
/** It ends before any pill from here on: nobody reads so many of them as a word. */
const MOST_WITH_PILLS = 6_000
/** A word is cut only here: a browser lays the lines of a longer one out for too long. */
const LONGEST_WORD = 100_000
/** What the pill for a hidden character costs, in characters. */
const PILL = 60
const CHARACTERS_PER_UNIT = 25

/**
 * Pure: cuts a long text into parts of some forty lines. The line break or the blank at which it is cut is in no part. Text that is added to
 * the end changes only the last part.
 */
export function cutPieces(pieces: readonly TextPiece[]): readonly TextPart[] {
  const parts: TextPart[] = []
  let own: TextPiece[] = []
  let [lines, characters] = [0, 0]
  const add = (piece: TextPiece): void => {
    if (piece.kind === 'character' || piece.text !== '') own.push(piece)
  }
  const end = (): void => {
    const text = own.map((piece) => (piece.kind === 'text' ? piece.text : piece.code)).join('')
    parts.push({ pieces: own, text, work: 1 + lines + characters / CHARACTERS_PER_UNIT })
    own = []
    lines = 0
    characters = 0
  }
  for (const piece of pieces) {
    if (piece.kind === 'character') {
      if (characters >= MOST_WITH_PILLS) end()
      add(piece)
      characters += PILL
      continue
    }
    let from = 0
    for (let at = 0; at < piece.text.length; at += 1) {
      const character = piece.text[at]
      characters += 1
      if (character === '\n') lines += 1
      const isEnd = character === '\n' ? lines >= LINES || characters >= CHARACTERS : character === ' ' && characters >= MOST_CHARACTERS
      // Not between the two halves of a character.
      const isCut = !isEnd && characters >= LONGEST_WORD && !/[\uD800-\uDBFF]/.test(character ?? '')
      if (!isEnd && !isCut) continue
      add({ kind: 'text', text: piece.text.slice(from, isCut ? at + 1 : at) })
      from = at + 1
      end()
    }
    add({ kind: 'text', text: piece.text.slice(from) })
  }
  if (own.length > 0 || parts.length === 0) end()
  return parts
}
