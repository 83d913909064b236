import type { ReactNode } from 'react'

/** One choice about a server: its name, its help, and the control. */
export function ChoiceRow({
  title,
  help,
  children,
}: {
  readonly title: ReactNode
  readonly help: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="flex items-center gap-4 px-4 py-2.5">
      <div className="min-w-0 grow">
        <div className="breakable font-label">{title}</div>
        <div className="text-12 text-text-3">{help}</div>
      </div>
      {children}
    </div>
  )
}
