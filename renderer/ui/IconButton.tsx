import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './classNames'
import { Tooltip } from './Tooltip'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** Its name for screen readers and the tooltip. Never a server's words. */
  readonly label: string
  /** The keyboard shortcut, such as `Ctrl K`. The tooltip shows it. */
  readonly keys?: string
  readonly icon: ReactNode
  readonly size?: 'small' | 'usual'
  readonly look?: 'bare' | 'outlined'
}

/** A button whose label is in its tooltip. Use it in bars and lists, where people know the icon. Elsewhere, use a Button with a text. */
export function IconButton({ label, keys, icon, size = 'usual', look = 'bare', className, disabled, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} {...(keys !== undefined && { keys })}>
      <button
        type="button"
        {...rest}
        disabled={disabled}
        aria-label={label}
        className={classNames(
          'inline-flex shrink-0 items-center justify-center border transition-colors duration-(--d-instant)',
          size === 'small' ? 'size-6 rounded-[5px]' : 'size-control rounded-2',
          look === 'bare' ? 'border-transparent' : 'border-line-strong bg-raised',
          disabled === true ? 'text-line-control' : 'text-text-2 hover:bg-hover hover:text-text',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
