import type { TableCell, TableColumn } from '../../../../shared/results/resultAnswers'

/** In pixels: of one character of the code font, beside the text of a cell, and of the arrow of a sorted column. */
const CHARACTER = 7.3
const BESIDE = 21
const ARROW = 16
const NARROWEST = 64
const WIDEST = 320
/** A column that was fitted by hand may be wider. */
const WIDEST_FITTED = 3_000

/** Pure: widths of columns in pixels by what stands in their first rows, none too wide. */
export function columnWidths(columns: readonly TableColumn[], rows: readonly (readonly TableCell[])[]): readonly ColumnWidth[] {
  return columns.map(({ name }, column) => {
    const longest = rows.reduce((most, row) => Math.max(most, row[column]?.text.length ?? 0), 0)
    const needed = Math.ceil(Math.max(name.length * CHARACTER + ARROW, longest * CHARACTER) + BESIDE)
    return {
      atFirst: Math.max(NARROWEST, Math.min(WIDEST, needed)),
      fitted: Math.max(NARROWEST, Math.min(WIDEST_FITTED, needed)),
    }
  })
}

export interface ColumnWidth {
  readonly atFirst: number
  /** With room for all of what stands in it. */
  readonly fitted: number
}
