import { useLayoutEffect, useRef } from 'react'
import { Virtualizer } from 'virtua'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { frameColumns, FrameRow } from './FrameRow'
import type { FrameLine } from './frameLines'

const wholeUpTo = 200

export interface FrameListProps {
  readonly lines: readonly FrameLine[]
  readonly chosenId: number | undefined
  readonly onChoose: (id: number) => void
  readonly hasOlder: boolean
  readonly older: boolean
  readonly onOlder: () => void
}

/** Frames as rows, oldest first. It begins at its end, where the newest are. */
export function FrameList({ lines, chosenId, onChoose, hasOlder, older, onOlder }: FrameListProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [])
  const row = (line: FrameLine) => (
    <FrameRow key={line.frame.id} line={line} chosen={line.frame.id === chosenId} onChoose={() => onChoose(line.frame.id)} />
  )
  return (
    <div className="@container overflow-hidden rounded-3 border border-line bg-raised">
      <div aria-hidden="true" className={cx(frameColumns, 'h-7 border-b border-line bg-sunk text-11 font-label text-text-2')}>
        <span>Time</span>
        <span />
        <span>Message</span>
        <span className="text-right @max-[30rem]:hidden">Id</span>
        <span className="text-right">Size</span>
        <span className="text-right @max-[30rem]:hidden">Took</span>
      </div>
      <div ref={box} className="max-h-[55vh] overflow-y-auto">
        {hasOlder && (
          <div className="flex justify-center border-b border-line py-1.5">
            <Button size="small" busy={older} onClick={onOlder}>
              Show older
            </Button>
          </div>
        )}
        <div role="list" aria-label="Frames" className="-mb-px">
          {lines.length <= wholeUpTo ? (
            lines.map(row)
          ) : (
            <Virtualizer data={lines} scrollRef={box} itemSize={29} startMargin={hasOlder ? 37 : 0}>
              {row}
            </Virtualizer>
          )}
        </div>
      </div>
    </div>
  )
}
