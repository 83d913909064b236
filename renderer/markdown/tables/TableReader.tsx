import type { ReactNode } from 'react'
import { isExpensiveMarkdown } from '../../../shared/markdown/isExpensiveMarkdown'
import { definitionsFor } from '../../../shared/markdown/splitMarkdown'
import { TextAsWritten } from '../TextAsWritten'
import { MOST_COLUMNS, rowsPerPart, type TableSource } from '../../../shared/markdown/growingTable'
import { cellsOf, elementsIn, rowsOf, type TableElement, type TablePart, type TableRows } from './tablePart'

/** A browser lays all rows of a table out again with each one that comes. What is below so many cells is shown as it is written. */
const CELLS = 40_000
const CHARACTERS_PER_UNIT = 50

/** A table that was read, as far as it is drawn as one. */
export interface ReadTable {
  /** Undefined: it is none after all. */
  readonly head: TableElement | undefined
  readonly parts: readonly TablePart[]
  /** The rows that are too many. */
  readonly rest: string
}

type Definitions = ReadonlyMap<string, string>

interface KnownPart {
  readonly head: string
  readonly rows: string
  readonly definitions: Definitions
  readonly source: string
  readonly part: TablePart
}

/** Reads a table while it grows. A part that did not change is not read again. React may run it any number of times. */
export class TableReader {
  readonly #parse: (source: string) => ReactNode
  #head: { readonly source: string; readonly head: TableElement | undefined } | undefined
  readonly #parts: KnownPart[] = []

  /** @param parse makes elements of Markdown */
  constructor(parse: (source: string) => ReactNode) {
    this.#parse = parse
  }

  /** @param definitions what the text may refer to, that stands elsewhere */
  read({ head, columns, parts }: TableSource, definitions: Definitions): ReadTable {
    const most = Math.ceil(CELLS / (columns * rowsPerPart(columns)))
    return {
      head: columns > MOST_COLUMNS ? undefined : this.#readHead(withDefinitions(head, definitions)),
      parts: parts.slice(0, most).map((rows, index) => {
        const known = this.#parts[index]
        if (known?.rows === rows && known.head === head && known.definitions === definitions) return known.part
        const source = withDefinitions(`${head}\n${rows}`, definitions)
        const part = known?.source === source ? known.part : this.#part(source, columns, rows)
        this.#parts[index] = { head, rows, definitions, source, part }
        return part
      }),
      rest: parts.slice(most).join('\n'),
    }
  }

  #readHead(source: string): TableElement | undefined {
    if (this.#head?.source === source) return this.#head.head
    const [head] = isExpensiveMarkdown(source) ? [] : (rowsIn(this.#parse(source)) ?? [])
    this.#head = { source, head }
    return head
  }

  #part(source: string, columns: number, rows: string): TablePart {
    let read: TableRows | undefined
    const count = rows.split('\n').length
    return {
      count,
      work: count * columns + rows.length / CHARACTERS_PER_UNIT,
      read: () => (read ??= this.#rows(source, columns, rows)),
    }
  }

  #rows(source: string, columns: number, written: string): TableRows {
    const [head, ...rows] = isExpensiveMarkdown(source) ? [] : (rowsIn(this.#parse(source)) ?? [])
    if (head) return { rows, cells: rows.map(cellsOf) }
    const row = (
      <tr key="written">
        <td colSpan={columns}>
          <TextAsWritten text={written} />
        </td>
      </tr>
    )
    return { rows: [row], cells: [[written]] }
  }
}

function withDefinitions(text: string, definitions: Definitions): string {
  const more = definitionsFor(text, definitions)
  return more === '' ? text : `${text}\n\n${more}`
}

/** The rows of a table, with its head first. Undefined where the parser found something else. */
function rowsIn(tree: ReactNode): readonly TableElement[] | undefined {
  const [fragment] = elementsIn(tree)
  const [table, another] = elementsIn(fragment?.props.children)
  return table?.type === 'table' && !another ? rowsOf(table.props.children) : undefined
}
