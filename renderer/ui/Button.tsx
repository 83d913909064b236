import type { ComponentProps } from 'react'
import { Spinner } from './Spinner'
import { classNames } from './classNames'
import { usePressOrigin } from './hooks/usePressOrigin'

const looks = {
  outlined: 'border-line-strong bg-raised text-text hover:bg-hover',
  ink: 'border-ink bg-ink text-on-ink hover:border-ink-hover hover:bg-ink-hover',
  bare: 'border-transparent bg-transparent text-text-2 hover:bg-hover hover:text-text',
  danger: 'border-danger-line bg-raised text-danger-text hover:bg-danger-soft',
} as const

const sizes = {
  small: 'h-6 rounded-[5px] px-2 text-12',
  usual: 'h-control rounded-2 px-[0.6875rem]',
  /** For the answers of a dialog. */
  action: 'h-action min-w-25 rounded-2 px-4',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: keyof typeof looks
  readonly size?: keyof typeof sizes
  /** An action is running: the label stays, a spinner turns before it, and the button is disabled. */
  readonly busy?: boolean
  /**
   * For an answer: true for 500 ms after it appears. The button is disabled then, and a line fills along its lower edge. After that, only a
   * newly started press counts.
   */
  readonly arming?: boolean
}

/** The only button component. `ink` marks the next step and appears once in a view. `bare` is for optional actions. */
export function Button({ look = 'outlined', size = 'usual', busy = false, arming, disabled, className, children, ...rest }: ButtonProps) {
  const off = disabled === true || busy || arming === true
  const press = usePressOrigin(arming, rest)
  return (
    <button
      type="button"
      {...rest}
      {...press}
      disabled={off}
      aria-busy={busy || undefined}
      className={classNames(
        'relative inline-flex shrink-0 items-center justify-center gap-1.5 overflow-hidden border font-label whitespace-nowrap transition-colors duration-(--d-instant) select-none [&>svg]:shrink-0',
        sizes[size],
        off ? (arming ? 'border-line-strong bg-sunk text-text-3' : 'border-line bg-sunk text-text-3') : looks[look],
        className,
      )}
    >
      {busy && <Spinner />}
      {children}
      {arming && <span aria-hidden="true" className="absolute start-0 bottom-0 h-0.5 w-full animate-[arm_var(--d-arm)_linear] bg-accent" />}
    </button>
  )
}
