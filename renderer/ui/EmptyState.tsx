import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly title: string
  readonly text: ReactNode
  /** Buttons for the next step. */
  readonly children?: ReactNode
}

/** Says that nothing is here yet, and what to do next. It has no pictures. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1.5 px-5 py-8 text-center">
      <h2 className="text-14 font-title">{title}</h2>
      <p className="max-w-88 text-text-2">{text}</p>
      {children !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
