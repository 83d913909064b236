import { Layers } from 'lucide-react'

/** The mark of a project. Its name stands beside it. */
export function ProjectTile() {
  return (
    <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-3 bg-press text-text-2">
      <Layers size={16} strokeWidth={1.75} />
    </span>
  )
}
