import { useCallback, useState, type ReactElement, type RefObject } from 'react'
import { Virtualizer } from 'virtua'

/** Longer lists keep only the rows in sight in the page. */
const wholeUpTo = 100

export interface VirtualListProps<T> {
  readonly label: string
  readonly items: readonly T[]
  /** What scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
  /** The usual height of a row, in pixels. */
  readonly rowHeight: number
  /** A row with a key, the role `listitem` and a line below it. */
  readonly children: (item: T) => ReactElement
}

/** Rows in a frame; ten thousand are as quick as ten. */
export function VirtualList<T>({ label, items, scroller, rowHeight, children }: VirtualListProps<T>) {
  const { start, measure } = useStart(scroller)
  if (items.length === 0) return null
  return (
    <div ref={measure} role="list" aria-label={label} className="overflow-hidden rounded-3 border border-line bg-raised">
      {/* Every row has its line below it; the last one lies under the list's own edge. */}
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

/** How far the list begins below the top of what scrolls, measured when it appears. */
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
