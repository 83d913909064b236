import type { ComponentProps } from 'react'

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** The target in one word. Browsers show it in the address under the pointer. */
  readonly to: string
  readonly onGo: () => void
}

/** A link that changes what the window shows. It has no page of its own, so it works only in place. */
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
