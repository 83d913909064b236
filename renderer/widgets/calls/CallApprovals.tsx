import { createContext, use, type ReactNode } from 'react'
import type { Call } from '../../../shared/domain/chat'

export interface CallApprovalsProps {
  /** Calls that follow each other in a message. */
  readonly calls: readonly Call[]
  /** Draws calls as rows. */
  readonly rows: (calls: readonly Call[]) => ReactNode
}

/** What asks about calls where they stand in the conversation. The layout puts it in, because questions and conversations do not know each other. */
export const ApprovalsAtCalls = createContext<(props: CallApprovalsProps) => ReactNode>(({ calls, rows }) => rows(calls))

/** Calls as rows, and questions about them in the place of those that they are about. */
export function CallApprovals(props: CallApprovalsProps) {
  return use(ApprovalsAtCalls)(props)
}
