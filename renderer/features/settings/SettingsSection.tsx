import type { ReactNode } from 'react'

export interface SettingsSectionProps {
  readonly title: string
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** One part of a settings page. */
export function SettingsSection({ title, end, children }: SettingsSectionProps) {
  return (
    <section aria-label={title} className="mb-6 grid grid-cols-[minmax(0,1fr)]">
      <div className="mb-2 flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h2 className="text-14 font-title tracking-(--track-title)">{title}</h2>
        {end}
      </div>
      {children}
    </section>
  )
}
