import { useState } from 'react'
import type { ColumnWidth } from './columnWidths'

/** In pixels. */
const NARROWEST = 40
const LAST_NARROWEST = 88

export interface ColumnDrag {
  /** For `grid-template-columns`, and for `min-width`, in pixels. */
  readonly template: string
  readonly minWidth: number
  /** @param at where the pointer was pressed, in pixels from the left */
  readonly startDrag: (column: number, at: number) => void
  readonly fit: (column: number) => void
}

/** Widths of columns that a person drags. */
export function useColumnDrag(columns: readonly ColumnWidth[]): ColumnDrag {
  const [dragged, setDragged] = useState<Readonly<Record<number, number>>>({})
  const widths = columns.map(({ atFirst }, column) => dragged[column] ?? atFirst)
  const startDrag = (column: number, at: number): void => {
    const begin = widths[column] ?? NARROWEST
    const move = (event: PointerEvent): void => setDragged((now) => ({ ...now, [column]: Math.max(NARROWEST, begin + event.clientX - at) }))
    const end = new AbortController()
    const { signal } = end
    document.addEventListener('pointermove', move, { signal })
    for (const name of ['pointerup', 'pointercancel'] as const) document.addEventListener(name, () => end.abort(), { signal })
  }
  const fit = (column: number): void => setDragged((now) => ({ ...now, [column]: columns[column]?.fitted ?? NARROWEST }))
  // The last column takes what is left, and gives way first, until somebody says how wide it is.
  const last = columns.length - 1
  const least = dragged[last] ?? Math.min(widths[last] ?? 0, LAST_NARROWEST)
  const before = widths.slice(0, last)
  const template = `${before.map((width) => `${width}px `).join('')}${dragged[last] === undefined ? `minmax(${least}px, 1fr)` : `${least}px minmax(0, 1fr)`}`
  return { template, minWidth: before.reduce((sum, width) => sum + width, least), startDrag, fit }
}
