import { classNames } from './classNames'
import { StatusIcon, type StatusShape } from './StatusIcon'

export interface StatusLabelProps {
  readonly shape: StatusShape
  readonly word: string
  /** `status` where it is the state of a server: then there is exactly one in its article. */
  readonly role?: 'status'
  readonly size?: 10 | 12
  readonly className?: string
}

/** A state: shape, colour and word, always together. */
export function StatusLabel({ shape, word, role, size = 12, className }: StatusLabelProps) {
  return (
    <span role={role} className={classNames('inline-flex items-center gap-[0.3125rem] text-12 whitespace-nowrap text-text-2', className)}>
      <StatusIcon shape={shape} size={size} />
      {word}
    </span>
  )
}
