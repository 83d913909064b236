import type { ReactNode } from 'react'
import type { Answer } from '../../../shared/domain/question'

/** The answers that a card offers. */
export interface AnswerOptions {
  readonly refuse: { readonly word: string; readonly answer: Answer }
  /** Neither accepts nor refuses: Cancel and Escape. */
  readonly cancel?: Answer | undefined
  /** Opens the dialog with all that is known, beside the refusing answer. */
  readonly details?: { readonly word: string; readonly onShow: () => void } | undefined
  /** What an answer leads to. Shown once. */
  readonly note: ReactNode
  /** Says briefly why the allowing answer is not possible. A line is reserved for it. */
  readonly problem?: string | undefined
  /** Changes something about later questions and answers nothing. */
  readonly besides?: { readonly word: string; readonly busy: boolean; readonly act: () => void } | undefined
  /** Opens further ways to allow, such as "Always allow…". */
  readonly more?: { readonly word: string; readonly onShow: () => void; readonly disabled?: boolean } | undefined
  /** An answer between refusing and allowing that leaves things unchanged. */
  readonly again?: AllowingAnswer | undefined
  /** Returns from the further ways to allow. */
  readonly onBack?: (() => void) | undefined
  readonly allow?: AllowingAnswer | undefined
}

export interface AllowingAnswer {
  readonly word: ReactNode
  /** Undefined while something is missing. */
  readonly answer: Answer | undefined
  /** Shows what is missing. Without it, the button is disabled while something is missing. */
  readonly onMissing?: () => void
  /** Whether Parley sees danger. */
  readonly risky?: boolean
  /** Called when the host has accepted the answer. */
  readonly onTaken?: () => void
}
