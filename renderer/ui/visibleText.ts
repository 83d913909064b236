import { splitUnsafe, type TextPiece } from '../../shared/lib/unsafeCharacters'
import { t } from '../i18n/t'

const LINES = 6
const SPACES = 80
/** For a longer run of hidden characters, only the first ones are shown, with the total number. */
const HIDDEN_SHOWN = 8
// One character class without alternatives, so that the time grows only with the text. U+2800 is a letter without visible dots.
const BLANK = /[\s\u2800]{7,}/g

/**
 * Pure: splits a stranger's text for display. Hidden characters become their codes, and a long run of blanks becomes its length. So nothing
 * can be pushed out of sight.
 */
export function splitVisibleText(text: string): readonly TextPiece[] {
  return withoutHiddenRuns(splitUnsafe(text)).flatMap((piece) => (piece.kind === 'text' ? withoutBlankRuns(piece.text) : [piece]))
}

function withoutHiddenRuns(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const shown: TextPiece[] = []
  let hidden: TextPiece[] = []
  const flush = (): void => {
    const left = hidden.length - HIDDEN_SHOWN
    shown.push(...hidden.slice(0, HIDDEN_SHOWN))
    if (left > 0) shown.push({ kind: 'character', code: t('ui.hidden.more', { count: left }) })
    hidden = []
  }
  for (const piece of pieces) {
    if (piece.kind === 'character') {
      hidden.push(piece)
      continue
    }
    flush()
    shown.push(piece)
  }
  flush()
  return shown
}

/** Pure: returns the first pieces with this number of visible characters and lines. Returns undefined when that is the whole text. */
export function beginning(pieces: readonly TextPiece[], characters: number, lines = Infinity): readonly TextPiece[] | undefined {
  let left = characters
  let linesLeft = lines
  for (const [index, piece] of pieces.entries()) {
    const length = piece.kind === 'text' ? piece.text.length : 1
    const fits = piece.kind === 'text' ? Math.min(left, lengthOfLines(piece.text, linesLeft, index === pieces.length - 1)) : left
    if (length > fits) return [...pieces.slice(0, index), ...(piece.kind === 'text' ? [{ ...piece, text: piece.text.slice(0, fits) }] : [])]
    left -= length
    if (piece.kind === 'text') linesLeft -= piece.text.split('\n').length - 1
  }
  return undefined
}

/** How long the first lines of a text are, without the break after them. At the end, breaks that nothing follows are no lines. */
function lengthOfLines(text: string, lines: number, isEnd: boolean): number {
  const visible = isEnd ? text.trimEnd().length : text.length
  let end = -1
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end < 0 || end >= visible) return text.length
  }
  return Math.max(0, end)
}

function withoutBlankRuns(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const { 0: run, index } of text.matchAll(BLANK)) {
    const lines = run.split('\n').length - 1
    if (lines < LINES && run.length < SPACES) continue
    const edge = lines < LINES ? ' ' : '\n'
    const code = lines < LINES ? t('ui.hidden.spaces', { count: run.length }) : t('ui.hidden.lines', { count: lines - 1 })
    pieces.push({ kind: 'text', text: text.slice(from, index) + edge }, { kind: 'character', code }, { kind: 'text', text: edge })
    from = index + run.length
  }
  pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces.filter((piece) => piece.kind !== 'text' || piece.text !== '')
}
