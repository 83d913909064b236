import { useCallback, useState, type ReactElement, type RefObject } from 'react'
import { Virtualizer } from 'virtua'

/** Longer lists render only the visible rows. */
const wholeUpTo = 100

export interface VirtualListProps<T> {
  readonly label: string
  readonly items: readonly T[]
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
  /** The usual height of a row in pixels. */
  readonly rowHeight: number
  /** Returns a row with a key, the role `listitem` and a line below it. */
  readonly children: (item: T) => ReactElement
}

/** Rows in a frame. The list is as fast with ten thousand rows as with ten. */
export function VirtualList<T>({ label, items, scroller, rowHeight, children }: VirtualListProps<T>) {
  const { start, measure } = useStart(scroller)
  if (items.length === 0) return null
  return (
    <div ref={measure} role="list" aria-label={label} className="overflow-hidden rounded-3 border border-line bg-raised">
      {/* Every row has a line below it. The last line is hidden by the list's own edge. */}
      <div role="presentation" className="-mb-px">
        {items.length <= wholeUpTo ? (
          items.map(children)
        ) : (
          <Virtualizer data={items} scrollRef={scroller} startMargin={start} itemSize={rowHeight}>
            {children}
          </Virtualizer>
        )}
      </div>
    </div>
  )
}

/** Measures, when the list appears, how far it starts below the top of the scrolling element. */
function useStart(scroller: RefObject<HTMLElement | null>) {
  const [start, setStart] = useState(0)
  const measure = useCallback(
    (list: HTMLElement | null) => {
      if (!list || !scroller.current) return
      setStart(list.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top + scroller.current.scrollTop)
    },
    [scroller],
  )
  return { start, measure }
}
