import type { FoundKind } from '../../shared/search/searchHit'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import type { Token } from '../../shared/search/tokenize'
import { joinSearched, searchedText } from '../../shared/search/searchedText'
import { tokenize } from '../../shared/search/tokenize'
import { normalizeText } from '../../shared/lib/limitCombiningMarks'

/** A long text is indexed in pieces, so that none takes long. Terms are found together when they are in the same piece. */
const PIECE_CHARACTERS = 16_000
/** Pieces overlap, so that a phrase at the border is found. */
const OVERLAP_CHARACTERS = 250
/** How many pieces one entry may have. What a text has behind them is not found. */
export const MOST_PIECES = 64
const ARGUMENT_CHARACTERS = 8_000
const RESULT_CHARACTERS = 4_000
export const ATTACHMENT_CHARACTERS = 64_000
/** The longest text that is read of a part. */
export const TEXT_CHARACTERS = MOST_PIECES * (PIECE_CHARACTERS - OVERLAP_CHARACTERS)

/** A text with what it is. */
export interface Section {
  readonly kind: FoundKind
  readonly text: string
}

/** What is indexed as one row: terms that are all in it are found. */
export type Piece = readonly Section[]

/** Pure: a text in pieces. */
export function piecesOf({ kind, text }: Section): readonly Piece[] {
  const whole = normalizeText(text.slice(0, TEXT_CHARACTERS), 'NFC')
  const step = PIECE_CHARACTERS - OVERLAP_CHARACTERS
  const count = Math.min(MOST_PIECES, Math.max(1, Math.ceil((whole.length - OVERLAP_CHARACTERS) / step)))
  return Array.from({ length: count }, (_, index) => [{ kind, text: whole.slice(index * step, index * step + PIECE_CHARACTERS) }])
}

/** Pure: what is found of a call: its tool, what it was given, and the beginning of its result. */
export function callPiece(call: {
  readonly tool: string
  readonly title?: string | undefined
  readonly args: string
  readonly result?: ToolResult | undefined
}): Piece {
  const args = call.args.slice(0, ARGUMENT_CHARACTERS).replaceAll(/\\[nrtbf]/g, ' ')
  const asked = [call.title, call.tool, args === '{}' ? '' : args].filter(Boolean).join('\n')
  const sections: Section[] = [{ kind: 'call', text: normalizeText(asked, 'NFC') }]
  if (call.result) sections.push({ kind: 'result', text: normalizeText(resultText(call.result), 'NFC') })
  return sections
}

/** Pure: the beginning of what a result says, as far as it is text. */
function resultText({ content, structuredContent }: ToolResult): string {
  const text = textOf(content, RESULT_CHARACTERS)
  if (text !== '' || structuredContent === undefined) return text
  return JSON.stringify(structuredContent)
    .slice(0, RESULT_CHARACTERS)
    .replaceAll(/\\[nrtbf]/g, ' ')
}

/** Pure: the text of content, up to a number of characters. */
export function textOf(content: readonly ContentBlock[], most: number): string {
  const texts: string[] = []
  let length = 0
  for (const block of content) {
    if (length >= most) break
    const text = searchedText(block)?.slice(0, most - length)
    if (text) texts.push(text)
    length += text?.length ?? 0
  }
  return joinSearched(texts)
}

/** Pure: the words of a piece as the index gets them, separated by spaces. */
export function indexedWords(piece: Piece): string {
  return piece.flatMap(({ text }) => tokenize(text).map(({ word }: Token) => word)).join(' ')
}
