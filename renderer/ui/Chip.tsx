import type { ReactNode } from 'react'
import { cx } from './cx'

const looks = {
  plain: 'border-line bg-surface text-text-2',
  ask: 'border-ask-line bg-ask-soft text-ask-text',
  allow: 'border-allow-line bg-allow-soft text-allow-text',
  danger: 'border-danger-line bg-danger-soft text-danger-text',
  /** A flag that a server set on itself, in our words, on its paper. Say near it that it is unchecked. */
  claim: 'border-quote-line bg-quote text-quote-text',
  claimDanger: 'border-quote-line bg-quote text-danger-text',
} as const

export interface ChipProps {
  readonly look?: keyof typeof looks
  readonly size?: 'small' | 'usual'
  readonly children: ReactNode
}

/** A short fact beside a name. */
export function Chip({ look = 'plain', size = 'usual', children }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-[0.3125rem] rounded-1 border px-[0.4375rem] whitespace-nowrap',
        size === 'small' ? 'h-[1.1875rem] text-11' : 'h-[1.375rem] text-12',
        looks[look],
      )}
    >
      {children}
    </span>
  )
}
