import { AppLink, type AppLinkProps } from '../ui/AppLink'
import { classNames } from '../ui/classNames'

export interface NavLinkProps extends AppLinkProps {
  readonly current: boolean
  readonly height?: 'usual' | 'small'
}

/** A link of the sidebar. */
export function NavLink({ current, height = 'usual', className, ...rest }: NavLinkProps) {
  return (
    <AppLink
      {...rest}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'flex items-center gap-2 rounded-2 px-2 -outline-offset-2',
        height === 'usual' ? 'h-row' : 'h-[1.625rem] text-12',
        current ? 'bg-press font-label text-text' : 'text-text-2 hover:bg-hover',
        className,
      )}
    />
  )
}
