import { Children, isValidElement, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import { reactNodeText } from '../reactNodeText'

/** An element that `react-markdown` made of a table, a row or a cell. */
export type TableElement = ReactElement<{
  readonly children?: ReactNode
  readonly style?: CSSProperties
  readonly 'aria-rowindex'?: number
}>

/** Some rows of a table, as elements and as the texts of their cells. */
export interface TableRows {
  readonly rows: readonly TableElement[]
  readonly cells: readonly (readonly string[])[]
}

/** Rows that are drawn together. The same object stands for the same rows. */
export interface TablePart {
  readonly count: number
  /** In the unit of `Measured`. */
  readonly work: number
  /** Reads them when they are needed, once. */
  readonly read: () => TableRows
}

/** Pure: the elements among nodes, which have blanks between them. */
export function elementsIn(children: ReactNode): readonly TableElement[] {
  return Children.toArray(children).filter(isTableElement)
}

/** Pure: the number of the first row of each part, of a table whose head is row 1. */
export function firstRowNumbers(parts: readonly TablePart[]): readonly number[] {
  let next = 2
  return parts.map(({ count }) => {
    next += count
    return next - count
  })
}

/** Pure: the texts of the cells of a row. */
export function cellsOf(row: TableElement | undefined): readonly string[] {
  return elementsIn(row?.props.children).map((cell) => reactNodeText(cell))
}

/** Pure: the rows of a table, with its head first. */
export function rowsOf(sections: ReactNode): readonly TableElement[] {
  return elementsIn(sections).flatMap((section) => elementsIn(section.props.children))
}

function isTableElement(node: ReactNode): node is TableElement {
  return isValidElement(node)
}
