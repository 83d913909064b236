import { findFolded, foldWanted, noHits, type Hits } from './findFolded'
import { indexJson, kindOf, writtenValue, type JsonIndex } from './jsonIndex'
import { JsonTable } from './jsonTable'
import { JsonTree } from './jsonTree'
import type {
  FoundAnswer,
  FoundInTreeAnswer,
  PartAnswer,
  ResultDocumentFacts,
  TableAnswer,
  TableArrangement,
  TextAnswer,
  TextMark,
  TextRow,
  TreeAnswer,
  WantedPart,
} from './resultAnswers'
import { firstHitFrom, rowAt, ROW_CHARACTERS, rowsOf, type TextRows } from './textRows'

/** A shorter text is shown as it always was. */
const FEW_LINES = 20
const FEW_CHARACTERS = 1_600
const FEW_ROWS = 3
/** A part is about so long. In UTF-16 units, and in lines of CSV. */
const PART_CHARACTERS = 128 * 1024
const PART_LINES = 1_000
/** A number with no more significant digits is kept as it was written. */
const EXACT_DIGITS = 15

/** One text of a result: what is shown of it as text, as a tree and as a table, a few rows at a time. What was worked out last is kept. */
export class ResultDocument {
  readonly facts: ResultDocumentFacts
  readonly #text: string
  readonly #index: JsonIndex | undefined
  readonly #tree: JsonTree | undefined
  readonly #table: JsonTable | undefined
  #rows: { readonly characters: number; readonly rows: TextRows }
  #hits: { readonly words: string; readonly hits: Hits } = { words: '', hits: noHits }

  constructor(place: ResultDocumentFacts['place'], text: string) {
    this.#text = text
    const index = indexJson(text)
    this.#index = typeof index === 'string' ? undefined : index
    this.#tree = this.#index && new JsonTree(this.#index)
    this.#table = this.#index && JsonTable.in(this.#index)
    this.#rows = { characters: ROW_CHARACTERS, rows: rowsOf(text) }
    const lines = this.#rows.rows.lineCount
    const rows = this.#table?.rowCount ?? 0
    this.facts = {
      place,
      characters: text.length,
      lines,
      isJson: index !== 'notJson',
      hasTree: this.#tree !== undefined,
      ...(this.#table && { table: { columns: this.#table.columns, rows } }),
      ...(index === 'tooMany' && { isTooMany: true }),
      ...(place === 'structured' && this.#index && hasLongNumber(this.#index) && { isRounded: true }),
      isLong: rows >= FEW_ROWS || lines > FEW_LINES || text.length > FEW_CHARACTERS,
    }
  }

  /** Where the values of its JSON stand. Undefined: it is no JSON, or has too many values. */
  get index(): JsonIndex | undefined {
    return this.#index
  }

  /** Rows of the text, of at most so many characters, with the places of what is looked for. */
  text(characters: number, words: string, from: number, count: number): TextAnswer {
    const rows = this.#rowsOf(characters)
    const hits = this.#find(words)
    const last = Math.min(rows.count, from + count)
    return {
      total: rows.count,
      isCut: rows.isCut,
      longest: rows.longest,
      rows: Array.from({ length: Math.max(0, last - from) }, (_, place) => this.#row(rows, hits, from + place)),
    }
  }

  /** One of the places of words in the text. Hits count from 0. */
  findText(characters: number, words: string, hit: number): FoundAnswer {
    const { places, count, isCut } = this.#find(words)
    const place = places[hit * 2]
    if (place === undefined) return { count, isCut }
    const rows = this.#rowsOf(characters)
    const row = rowAt(rows, place)
    return { count, isCut, row, at: place - (rows.starts[row] ?? 0) }
  }

  table(arrangement: TableArrangement, from: number, count: number): TableAnswer {
    return this.#table?.rows(arrangement, from, count) ?? { total: 0, rows: [] }
  }

  tree(folds: readonly string[], from: number, count: number): TreeAnswer {
    return this.#tree?.rows(folds, from, count) ?? { total: 0, rows: [] }
  }

  findInTree(words: string, hit: number, folds: readonly string[]): FoundInTreeAnswer {
    return this.#tree?.find(words, hit, folds) ?? { count: 0, isCut: false }
  }

  path(id: string): string | undefined {
    return this.#tree?.path(id)
  }

  /** A part of what is copied or saved. The first one begins at 0. */
  part(wanted: WantedPart, from: number): PartAnswer {
    if (wanted.kind === 'csv') {
      const lines = this.#table?.csv(wanted.arrangement, from, PART_LINES)
      return lines ? { text: lines.text, ...(!lines.isEnd && { next: from + PART_LINES }) } : { text: '' }
    }
    const whole = wanted.kind === 'text' ? this.#text : (this.#tree?.branch(wanted.id) ?? '')
    const next = from + PART_CHARACTERS
    // Written alone, half a character would be lost.
    const end = isLowSurrogate(whole.charCodeAt(next)) ? next - 1 : next
    return { text: whole.slice(from, end), ...(end < whole.length && { next: end }) }
  }

  #rowsOf(characters: number): TextRows {
    if (this.#rows.characters !== characters) this.#rows = { characters, rows: rowsOf(this.#text, characters) }
    return this.#rows.rows
  }

  #find(words: string): Hits {
    if (this.#hits.words !== words) this.#hits = { words, hits: findFolded(this.#text, foldWanted(words)) }
    return this.#hits.hits
  }

  #row({ starts, lines }: TextRows, hits: Hits, row: number): TextRow {
    const from = starts[row] ?? 0
    const written = this.#text.slice(from, starts[row + 1])
    const text = written.endsWith('\r\n') ? written.slice(0, -2) : written.endsWith('\n') ? written.slice(0, -1) : written
    const line = lines[row] ?? 0
    const isFirst = row === 0 || lines[row - 1] !== line
    const marks: TextMark[] = []
    for (let hit = firstHitFrom(hits, from); hit < hits.count; hit++) {
      const [begin, end] = [(hits.places[hit * 2] ?? 0) - from, (hits.places[hit * 2 + 1] ?? 0) - from]
      if (begin >= text.length) break
      marks.push([Math.max(0, begin), Math.min(end, text.length)])
    }
    return { ...(isFirst && { line }), text, marks }
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/** Whether the JSON, which a program has read, has a number that may have been written with more digits than it kept. */
function hasLongNumber(index: JsonIndex): boolean {
  for (let value = 0; value < index.count; value++) {
    if (kindOf(index, value) === 'number' && mayBeRounded(writtenValue(index, value))) return true
  }
  return false
}

function mayBeRounded(written: string): boolean {
  if (Math.abs(Number(written)) > Number.MAX_SAFE_INTEGER) return true
  if (Number.isInteger(Number(written))) return false
  const [mantissa = ''] = written.toLowerCase().split('e', 1)
  const digits = mantissa.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length > EXACT_DIGITS
}
