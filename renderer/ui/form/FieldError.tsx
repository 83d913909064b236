import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export interface FieldErrorProps {
  readonly id?: string
  /** Set where no control is described by it. Screen readers then read it when it appears. */
  readonly role?: 'alert'
  readonly children: ReactNode
}

/** A sentence that says how to correct an input, with the error icon. */
export function FieldError({ id, role, children }: FieldErrorProps) {
  return (
    <div {...(id !== undefined && { id })} {...(role && { role })} className="flex items-start gap-[0.3125rem] text-12 text-danger-text">
      <TriangleAlert size={13} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="breakable">{children}</span>
    </div>
  )
}
