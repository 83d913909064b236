import type { ReactNode } from 'react'
import { WrittenBy } from '../WrittenBy'

export interface ResultBoxProps {
  readonly server: string
  /** To the right of whose words these are. */
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** The frame around the words of a server, with whose they are. What Parley says of them stands outside of it. */
export function ResultBox({ server, actions, children }: ResultBoxProps) {
  return (
    <div className="overflow-hidden rounded-2 border border-line bg-sunk">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 border-b border-line ps-3 pe-1 text-12 text-text-3">
        <span className="flex min-h-7 flex-[1_1_11rem] items-center gap-1.5">
          <WrittenBy server={server} />
        </span>
        {actions}
      </div>
      {children}
    </div>
  )
}

/** What scrolls inside of the frame: with its head it takes no more than 60 % of the window. */
export const RESULT_SCROLLER = 'max-h-[calc(60vh-1.8125rem)] overflow-auto outline-offset-[-2px] [overflow-anchor:none] [contain:content]'
