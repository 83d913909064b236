import type { ComponentProps } from 'react'

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** What it leads to, in one word; only for the address that a browser shows under the pointer. */
  readonly to: string
  readonly onGo: () => void
}

/** A link that changes what the window shows. There is no page behind it, so it can only be followed in place. */
export function AppLink({ to, onGo, children, ...rest }: AppLinkProps) {
  return (
    <a
      draggable={false}
      {...rest}
      href={`#/${encodeURIComponent(to)}`}
      onClick={(event) => {
        event.preventDefault()
        onGo()
      }}
    >
      {children}
    </a>
  )
}
