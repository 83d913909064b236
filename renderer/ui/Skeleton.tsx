const widths = ['w-3/5', 'w-2/5', 'w-3/4', 'w-1/2'] as const

export interface SkeletonProps {
  readonly rows?: number
  /** What is loading, for screen readers. */
  readonly label: string
}

/** A loading list: grey rows in place of its rows, never a spinner. */
export function Skeleton({ rows = 4, label }: SkeletonProps) {
  return (
    <div aria-busy="true" aria-label={label} role="group">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} aria-hidden="true" className="flex h-[2.375rem] items-center gap-3 border-b border-line px-4 last:border-b-0">
          <span className="size-5 rounded-[5px] bg-press" />
          <span className={`h-2.5 rounded-[3px] bg-press ${widths[index % widths.length] ?? ''}`} />
        </div>
      ))}
    </div>
  )
}
