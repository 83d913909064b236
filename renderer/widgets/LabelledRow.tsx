import type { ReactNode } from 'react'
import { classNames } from '../ui/classNames'
import { mustSee } from '../ui/hooks/useRequiredReading'

export interface LabelledRowProps {
  /** The label in its column. Without one, the row takes the full width. */
  readonly label?: string
  /** The name, as the foot shows it, of content that a person must see to its end before they can allow anything. */
  readonly toSee?: string
  readonly children: ReactNode
  readonly className?: string
}

/** One row of a question or dialog: a quiet label in a column of 116 px, and its content. */
export function LabelledRow({ label, toSee, children, className }: LabelledRowProps) {
  const seen = toSee !== undefined && mustSee(toSee)
  if (label === undefined) {
    return (
      <div {...seen} className={classNames('px-6 py-[0.6875rem]', className)}>
        {children}
      </div>
    )
  }
  return (
    <div {...seen} className={classNames('grid gap-x-4 gap-y-1 px-6 py-[0.6875rem] medium:grid-cols-[7.25rem_minmax(0,1fr)]', className)}>
      <div className="pt-px text-12 leading-5 text-text-3">{label}</div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
