import { createContext, use } from 'react'
import type { DrawFirst } from './slices/useDrawnRange'

/** Saves a content as a file of this name. Resolves to whether it was saved, and tells of a failure itself. */
export type SaveContent = (name: string, content: string) => Promise<boolean>

/** What the parts of one Markdown text share. */
export interface MarkdownScopeValue {
  readonly onLink: (url: string) => void
  /** Absent: nothing can be saved as a file. */
  readonly onDownload?: SaveContent | undefined
  readonly keepBreaks: boolean
  /** The text was whole from the beginning, so its long code is folded, and what is not drawn yet keeps its place. */
  readonly isWhole: boolean
  readonly first: DrawFirst
  /** How many details are around this part. */
  readonly depth: number
}

export const MarkdownScope = createContext<MarkdownScopeValue>({
  onLink: () => undefined,
  keepBreaks: false,
  isWhole: false,
  first: 'beginning',
  depth: 0,
})

export function useMarkdownScope(): MarkdownScopeValue {
  return use(MarkdownScope)
}
