import type { ReactNode } from 'react'

export interface SettingRowProps {
  readonly title: string
  readonly help?: string
  readonly children: ReactNode
}

/** One setting: its name, one line of help, and the control. */
export function SettingRow({ title, help, children }: SettingRowProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 grow basis-48">
        <div className="font-label">{title}</div>
        {help !== undefined && <div className="text-12 text-text-3">{help}</div>}
      </div>
      {children}
    </div>
  )
}
