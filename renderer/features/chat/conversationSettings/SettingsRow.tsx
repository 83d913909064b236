import { useId, type ReactNode } from 'react'

/** One thing that can be set: its name in a column of 116 px, and its controls. */
export function SettingsRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid items-start gap-x-4 gap-y-1 border-line px-6 py-3 not-first:border-t medium:grid-cols-[7.25rem_minmax(0,1fr)]"
    >
      <h3 id={id} className="flex min-h-control items-center text-12 text-text-3">
        {label}
      </h3>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">{children}</div>
    </section>
  )
}

/** A control with what is said of it beside it. */
export function SettingsLine({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-h-control flex-wrap items-center gap-x-2 gap-y-1">{children}</div>
}
