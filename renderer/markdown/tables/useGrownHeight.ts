import { useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'

type Style = CSSProperties & Record<'--grown', string>

export interface GrownHeight {
  readonly box: RefObject<HTMLDivElement | null>
  /** The style of a box with the class `tall-table`. Undefined where the window alone says how tall it may be. */
  readonly style: Style | undefined
}

/**
 * Lets the box of a table that gets its rows before somebody's eyes stay as tall as it was before it became a tall one: nothing shrinks there.
 * @param rows how many it has, without its head
 */
export function useGrownHeight(rows: number, isTall: boolean): GrownHeight {
  const box = useRef<HTMLDivElement>(null)
  const rowsBefore = useRef<number>(undefined)
  const [style, setStyle] = useState<Style>()
  useLayoutEffect(() => {
    if (!isTall) rowsBefore.current = rows
    if (!isTall || rowsBefore.current === undefined || !box.current) return
    const firstNew = box.current.querySelector('table')?.rows[rowsBefore.current + 1]
    rowsBefore.current = undefined
    if (firstNew) setStyle({ '--grown': `${firstNew.getBoundingClientRect().top - box.current.getBoundingClientRect().top}px` })
  }, [rows, isTall])
  return { box, style }
}
