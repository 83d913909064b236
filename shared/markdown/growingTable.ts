/** A table of which rows are parsed and drawn in parts. */
export interface TableSource {
  /** The head and the row below it that makes it one, as written. */
  readonly head: string
  readonly columns: number
  /** Its rows, in parts of several lines. */
  readonly parts: readonly string[]
}

/** A table with more columns is not drawn as one: a browser lays all cells of its head out in one go. */
export const MOST_COLUMNS = 300

const ROWS_PER_PART = 40
const CELLS_PER_PART = 1_000
const CHARACTERS_PER_PART = 8_000

/** Pure: how many rows of a table are parsed and drawn together. */
export function rowsPerPart(columns: number): number {
  return Math.max(1, Math.min(ROWS_PER_PART, Math.floor(CELLS_PER_PART / columns)))
}

/** Collects the rows of a table while it is written. A part that is full does not change any more. */
export class GrowingTable {
  readonly #head: string
  readonly #columns: number
  readonly #parts: string[] = []
  #rows: string[] = []
  #characters = 0

  constructor(head: string, columns: number) {
    this.#head = head
    this.#columns = columns
  }

  add(row: string): void {
    this.#rows.push(row)
    this.#characters += row.length
    if (this.#rows.length < rowsPerPart(this.#columns) && this.#characters < CHARACTERS_PER_PART) return
    this.#parts.push(this.#rows.join('\n'))
    this.#rows = []
    this.#characters = 0
  }

  /** @param rest a row that is not written to its end */
  source(rest = ''): TableSource {
    const rows = rest.trim() === '' ? this.#rows : [...this.#rows, rest]
    return { head: this.#head, columns: this.#columns, parts: rows.length > 0 ? [...this.#parts, rows.join('\n')] : [...this.#parts] }
  }
}
