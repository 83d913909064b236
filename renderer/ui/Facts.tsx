import type { ReactNode } from 'react'
import { classNames } from './classNames'

/** Short facts in a line, with a dot between each two. At the start of a line, the dot falls outside and is cut off. */
export function Facts({ id, className, children }: { readonly id?: string; readonly className?: string; readonly children: ReactNode }) {
  return (
    <div id={id} className={classNames('overflow-x-clip text-text-2', className)}>
      <div className="-ms-4 flex flex-wrap items-center">{children}</div>
    </div>
  )
}

/** One of the facts. */
export function Fact({ children }: { readonly children: ReactNode }) {
  return (
    <span className="relative flex min-w-0 items-center ps-4">
      <span aria-hidden="true" className="absolute start-0 top-0 w-4 text-center text-text-3">
        ·
      </span>
      <span className="breakable">{children}</span>
    </span>
  )
}
