import type { ReactNode } from 'react'
import type { Answer } from '../../../shared/domain/question'

/** The answers that a card offers. */
export interface Answers {
  readonly refuse: { readonly word: string; readonly answer: Answer }
  /** Neither yes nor no: Cancel, and Escape. */
  readonly cancel?: Answer | undefined
  /** What an answer leads to, once. */
  readonly note: ReactNode
  /** What stands in the way of the allowing answer, in a few words, in a line that is kept free for it. */
  readonly problem?: string | undefined
  /** A way to what allows more, such as "Always allow…". */
  readonly more?: { readonly word: string; readonly onShow: () => void; readonly disabled?: boolean } | undefined
  /** An answer between refusing and allowing that leaves things as they are. */
  readonly again?: AllowingAnswer | undefined
  /** The way back from there. */
  readonly onBack?: (() => void) | undefined
  readonly allow?: AllowingAnswer | undefined
}

export interface AllowingAnswer {
  readonly word: ReactNode
  /** Undefined while something is missing. */
  readonly answer: Answer | undefined
  /** Shows what is missing; without it the button is off as long. */
  readonly onMissing?: () => void
  /** Parley sees danger. */
  readonly risky?: boolean
  /** The host took it. */
  readonly onTaken?: () => void
}
