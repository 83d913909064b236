import type { ReactNode } from 'react'
import type { ShownDocument } from './shownDocument'

/** What each view of a text of a result gets. */
export interface ResultViewProps {
  readonly shown: ShownDocument
  readonly server: string
  /** The choice among the views. */
  readonly choice: ReactNode
}
