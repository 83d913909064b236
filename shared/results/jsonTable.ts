import { csvCell } from '../lib/tableToCsv'
import { findFolded, foldWanted, holdsFolded } from './findFolded'
import { keyOf, kindOf, readJsonString, writtenValue, type JsonIndex } from './jsonIndex'
import type { TableAnswer, TableArrangement, TableCell, TableColumn, TextMark } from './resultAnswers'

/** A table with more columns, or more places in all, is shown as a tree. */
const MOST_COLUMNS = 60
const MOST_CELLS = 6_000_000
/** Of a cell are shown at most so many characters. */
const CELL_CHARACTERS = 400
/** Texts are ordered by their beginnings. */
const ORDERED_CHARACTERS = 200
/** A longer number is compared as a fraction. */
const MOST_DIGITS = 400
const NONE = -1
const LINE = '\r\n'

/** A list of objects as a table. */
export class JsonTable {
  readonly columns: readonly TableColumn[]
  readonly rowCount: number
  readonly #index: JsonIndex
  /** The value of each cell, row by row. */
  readonly #cells: Int32Array
  #arranged: { readonly key: string; readonly rows: Int32Array } | undefined

  /** The table in a JSON text: a list of objects whose values are mostly plain, or an object with one list, which is such a list. */
  static in(index: JsonIndex): JsonTable | undefined {
    const list = listIn(index)
    const rows = list === undefined ? 0 : (index.children[list] ?? 0)
    if (list === undefined || rows === 0) return undefined
    const names = columnsOf(index, list)
    return names && names.size * rows <= MOST_CELLS ? new JsonTable(index, list, names) : undefined
  }

  private constructor(index: JsonIndex, list: number, names: ReadonlyMap<string, number>) {
    this.#index = index
    this.rowCount = index.children[list] ?? 0
    this.#cells = new Int32Array(this.rowCount * names.size).fill(NONE)
    let row = 0
    for (const item of insideOf(index, list)) {
      // Of two values with one key the last one counts, as for every program that reads JSON.
      for (const value of insideOf(index, item)) this.#cells[row * names.size + (names.get(keyOf(index, value) ?? '') ?? 0)] = value
      row++
    }
    this.columns = Array.from(names.keys(), (name, column) => ({ name, isNumeric: this.#isNumeric(column, names.size) }))
  }

  /** Rows of an arrangement. */
  rows(arrangement: TableArrangement, from: number, count: number): TableAnswer {
    const order = this.#arrange(arrangement)
    const wanted = foldWanted(arrangement.filter)
    return {
      total: order.length,
      rows: Array.from(order.subarray(from, from + count), (row) => this.columns.map((_, column) => this.#cell(row, column, wanted))),
    }
  }

  /** Some lines of an arrangement as comma separated values (RFC 4180). The head is line 0. */
  csv(arrangement: TableArrangement, from: number, count: number): { readonly text: string; readonly isEnd: boolean } {
    const order = this.#arrange(arrangement)
    const lines: string[] = from === 0 ? [this.columns.map(({ name }) => csvCell(name)).join(',')] : []
    const first = Math.max(0, from - 1)
    const last = Math.min(order.length, from + count - 1)
    for (let place = first; place < last; place++) {
      const row = order[place] ?? 0
      lines.push(this.columns.map((_, column) => this.#csvCell(row, column)).join(','))
    }
    return { text: lines.map((line) => line + LINE).join(''), isEnd: last >= order.length }
  }

  #csvCell(row: number, column: number): string {
    const value = this.#valueAt(row, column)
    // A number runs nowhere as a formula, whatever its sign.
    return value !== NONE && kindOf(this.#index, value) === 'number' ? writtenValue(this.#index, value) : csvCell(this.#text(value))
  }

  #valueAt(row: number, column: number): number {
    return this.#cells[row * this.columns.length + column] ?? NONE
  }

  #isNumeric(column: number, columns: number): boolean {
    let hasNumber = false
    for (let place = column; place < this.#cells.length; place += columns) {
      const value = this.#cells[place] ?? NONE
      if (value === NONE || isNull(this.#index, value)) continue
      if (kindOf(this.#index, value) !== 'number') return false
      hasNumber = true
    }
    return hasNumber
  }

  #text(value: number): string {
    if (value === NONE) return ''
    const written = writtenValue(this.#index, value)
    return written.startsWith('"') ? readJsonString(written) : written
  }

  #cell(row: number, column: number, wanted: string): TableCell {
    const value = this.#valueAt(row, column)
    if (value === NONE) return { text: '' }
    const all = this.#text(value)
    const text = all.length > CELL_CHARACTERS ? `${all.slice(0, CELL_CHARACTERS)}…` : all
    const marks = wanted === '' ? [] : marksIn(text, wanted)
    return { text, kind: kindOf(this.#index, value), ...(marks.length > 0 && { marks }) }
  }

  #arrange(arrangement: TableArrangement): Int32Array {
    const { order, filter, language } = arrangement
    const key = JSON.stringify([order?.column, order?.direction, filter, language])
    if (this.#arranged?.key === key) return this.#arranged.rows
    const rows = this.#filter(foldWanted(filter))
    const arranged = order && order.column < this.columns.length ? this.#sort(rows, order.column, order.direction, language) : rows
    this.#arranged = { key, rows: arranged }
    return arranged
  }

  #filter(wanted: string): Int32Array {
    const all = Int32Array.from({ length: this.rowCount }, (_, row) => row)
    if (wanted === '') return all
    return all.filter((row) => this.columns.some((_, column) => holdsFolded(this.#text(this.#valueAt(row, column)), wanted)))
  }

  /** What is not there, or null, comes last in both directions. Equal ones stay as they were written. */
  #sort(rows: Int32Array, column: number, direction: 'ascending' | 'descending', language: string): Int32Array {
    const isThere = (row: number): boolean => {
      const value = this.#valueAt(row, column)
      return value !== NONE && !isNull(this.#index, value)
    }
    const { compare } = new Intl.Collator(language, { numeric: true })
    const isNumeric = this.columns[column]?.isNumeric === true
    const texts = new Map<number, string>()
    for (const row of rows) {
      const text = this.#text(this.#valueAt(row, column))
      texts.set(row, isNumeric ? text : text.slice(0, ORDERED_CHARACTERS))
    }
    const by = isNumeric ? compareNumbers : compare
    const sign = direction === 'ascending' ? 1 : -1
    const sorted = rows.filter(isThere).toSorted((one, other) => sign * by(texts.get(one) ?? '', texts.get(other) ?? '') || one - other)
    const last = rows.filter((row) => !isThere(row))
    const all = new Int32Array(rows.length)
    all.set(sorted)
    all.set(last, sorted.length)
    return all
  }
}

/** Pure: compares two numbers. Whole ones are told apart also where they differ only behind what a program keeps of them. */
export function compareNumbers(one: string, other: string): number {
  const difference = Number(one) - Number(other)
  if (difference !== 0 && !Number.isNaN(difference)) return difference
  if (one === other || one.length > MOST_DIGITS || other.length > MOST_DIGITS) return 0
  if (!/^-?\d+$/.test(one) || !/^-?\d+$/.test(other)) return 0
  const [first, second] = [BigInt(one), BigInt(other)]
  return first < second ? -1 : Number(first > second)
}

function marksIn(text: string, wanted: string): readonly TextMark[] {
  const { places, count } = findFolded(text, wanted)
  return Array.from({ length: count }, (_, hit): TextMark => [places[hit * 2] ?? 0, places[hit * 2 + 1] ?? 0])
}

function* insideOf({ after, children }: JsonIndex, value: number): Generator<number> {
  let child = value + 1
  for (let left = children[value] ?? 0; left > 0; left--) {
    yield child
    child = after[child] ?? child
  }
}

function isNull({ text, start }: JsonIndex, value: number): boolean {
  return text.startsWith('null', start[value])
}

function listIn(index: JsonIndex): number | undefined {
  if (kindOf(index, 0) === 'array') return 0
  let list: number | undefined
  for (const value of insideOf(index, 0)) {
    if (kindOf(index, value) !== 'array') continue
    if (list !== undefined) return undefined
    list = value
  }
  return list
}

/** The columns in the order in which they first come. Undefined: the list is no table. */
function columnsOf(index: JsonIndex, list: number): ReadonlyMap<string, number> | undefined {
  const names = new Map<string, number>()
  let plain = 0
  let nested = 0
  for (const item of insideOf(index, list)) {
    if (kindOf(index, item) !== 'object') return undefined
    for (const value of insideOf(index, item)) {
      const name = keyOf(index, value) ?? ''
      if (!names.has(name)) names.set(name, names.size)
      if (names.size > MOST_COLUMNS) return undefined
      const kind = kindOf(index, value)
      if (kind === 'object' || kind === 'array') nested++
      else plain++
    }
  }
  return names.size > 0 && plain >= nested ? names : undefined
}
