import { classNames } from './classNames'
import { translator } from '../i18n/t'

export interface CountBadgeProps {
  readonly count: number
  /** `ask` when the counted items wait for the person. */
  readonly look?: 'plain' | 'ask' | 'ink'
  /** What is counted, for screen readers: `3 waiting`. */
  readonly label?: string
}

const looks = {
  plain: 'bg-press text-text-2',
  ask: 'bg-ask-soft text-ask-text inset-ring inset-ring-ask-line',
  ink: 'bg-ink text-on-ink',
} as const

/** A number in a rounded badge. */
export function CountBadge({ count, look = 'plain', label }: CountBadgeProps) {
  return (
    <span
      {...(label !== undefined && { 'aria-label': label, role: 'img' })}
      className={classNames(
        'num inline-grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-full px-[0.3rem] text-11 leading-none font-label',
        looks[look],
      )}
    >
      {count > 999 ? `${translator().number(999)}+` : translator().number(count)}
    </span>
  )
}
