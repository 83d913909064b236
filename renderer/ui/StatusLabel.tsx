import { classNames } from './classNames'
import { StatusIcon, type StatusShape } from './StatusIcon'

export interface StatusLabelProps {
  readonly shape: StatusShape
  readonly word: string
  /** `status` for the state of a server. Its article then contains exactly one. */
  readonly role?: 'status'
  readonly size?: 10 | 12
  /** Whether a long word wraps to the next line. */
  readonly wraps?: boolean
  readonly className?: string
}

/** A state: shape, colour and word, always together. */
export function StatusLabel({ shape, word, role, size = 12, wraps = false, className }: StatusLabelProps) {
  return (
    <span
      role={role}
      className={classNames(
        'inline-flex gap-[0.3125rem] text-12 text-text-2',
        wraps ? 'items-start' : 'items-center whitespace-nowrap',
        className,
      )}
    >
      {wraps ? (
        <>
          <span className="flex h-lh items-center">
            <StatusIcon shape={shape} size={size} />
          </span>
          <span className="breakable min-w-0">{word}</span>
        </>
      ) : (
        <>
          <StatusIcon shape={shape} size={size} />
          {word}
        </>
      )}
    </span>
  )
}
