import type { ReactNode } from 'react'
import { classNames } from './classNames'

const looks = {
  plain: 'border-line bg-surface text-text-2',
  ask: 'border-ask-line bg-ask-soft text-ask-text',
  allow: 'border-allow-line bg-allow-soft text-allow-text',
  danger: 'border-danger-line bg-danger-soft text-danger-text',
  /** A server's claim about itself in Parley's words, on the server's paper. Text near it must say that the claim is unchecked. */
  claim: 'border-quote-line bg-quote text-quote-text',
  claimDanger: 'border-quote-line bg-quote text-danger-text',
} as const

export interface ChipProps {
  readonly look?: keyof typeof looks
  readonly size?: 'small' | 'usual'
  /** A sentence that may wrap to several lines. */
  readonly wraps?: boolean
  readonly children: ReactNode
}

/** A short fact beside a name. */
export function Chip({ look = 'plain', size = 'usual', wraps = false, children }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-[0.3125rem] rounded-1 border px-[0.4375rem]',
        wraps ? 'breakable py-px' : 'shrink-0 whitespace-nowrap',
        size === 'small' ? 'text-11' : 'text-12',
        !wraps && (size === 'small' ? 'h-[1.1875rem]' : 'h-[1.375rem]'),
        looks[look],
      )}
    >
      {children}
    </span>
  )
}
