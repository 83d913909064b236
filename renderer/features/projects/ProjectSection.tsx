import { useId, type ReactNode } from 'react'

export interface ProjectSectionProps {
  readonly title: string
  /** To the right of the title. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** One part of the page of a project. No landmark: the sidebar has one of the same name. */
export function ProjectSection({ title, end, children }: ProjectSectionProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="pt-5">
      <div className="flex min-h-control items-center gap-2 pb-1.5">
        <h2 id={id} className="grow text-14 font-title">
          {title}
        </h2>
        {end}
      </div>
      {children}
    </div>
  )
}
