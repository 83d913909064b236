import { useCallback, useState, type RefObject } from 'react'
import { Virtualizer } from 'virtua'
import type { Tool } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { ToolRow } from './ToolRow'

/** Longer lists keep only the rows in sight in the page. */
const wholeUpTo = 100

export interface ToolListProps {
  readonly serverId: ServerId
  readonly tools: readonly Tool[]
  /** What scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly isOn: (tool: Tool) => boolean
  readonly ruleOf: (tool: Tool) => 'allow' | 'deny' | 'ask'
  readonly onEnabled: (tool: Tool, enabled: boolean) => void
}

/** Tools as rows; five thousand are as quick as five. */
export function ToolList({ serverId, tools, scroller, isOn, ruleOf, onEnabled }: ToolListProps) {
  const { start, measure } = useStart(scroller)
  if (tools.length === 0) return null
  const row = (tool: Tool) => (
    <ToolRow
      key={tool.name}
      serverId={serverId}
      tool={tool}
      on={isOn(tool)}
      rule={ruleOf(tool)}
      onEnabled={(enabled) => onEnabled(tool, enabled)}
    />
  )
  return (
    <div ref={measure} role="list" aria-label="Tools" className="overflow-hidden rounded-3 border border-line bg-raised">
      {/* Every row has its line below it; the last one lies under the list's own edge. */}
      <div role="presentation" className="-mb-px">
        {tools.length <= wholeUpTo ? (
          tools.map(row)
        ) : (
          <Virtualizer data={tools} scrollRef={scroller} startMargin={start} itemSize={61}>
            {row}
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
