import { useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { columnTracks } from './columnTracks'

type Style = CSSProperties & Record<'--columns', string>

export interface MeasuredColumns {
  readonly head: RefObject<HTMLTableRowElement | null>
  /** The style of a table with the class `parted`. Undefined while the browser finds its columns from all rows. */
  readonly style: Style | undefined
}

/**
 * Keeps the columns of a table as wide as they are once it is long. Its parts can then be laid out one by one, only near the window.
 * Otherwise, a browser lays all rows out again with each one that comes.
 */
export function useColumnTracks(isLong: boolean, columns: number): MeasuredColumns {
  const head = useRef<HTMLTableRowElement>(null)
  const [style, setStyle] = useState<Style>()
  useLayoutEffect(() => {
    if (!isLong || !head.current) return
    const { template, minWidth } = columnTracks([...head.current.cells].map((cell) => cell.getBoundingClientRect().width))
    setStyle({ '--columns': template, minWidth })
  }, [isLong, columns])
  return { head, style: isLong ? style : undefined }
}
