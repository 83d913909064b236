import { cx } from './cx'
import { StateMark, type StateShape } from './StateMark'

export interface StateProps {
  readonly shape: StateShape
  readonly word: string
  /** `status` where it is the state of a server: then there is exactly one in its article. */
  readonly role?: 'status'
  readonly size?: 10 | 12
  readonly className?: string
}

/** A state: shape, colour and word, always together. */
export function State({ shape, word, role, size = 12, className }: StateProps) {
  return (
    <span role={role} className={cx('inline-flex items-center gap-[0.3125rem] text-12 whitespace-nowrap text-text-2', className)}>
      <StateMark shape={shape} size={size} />
      {word}
    </span>
  )
}
