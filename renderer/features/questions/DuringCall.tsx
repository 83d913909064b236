import type { CallId, ConversationId } from '../../../shared/domain/ids'
import { CallTools } from './CallTools'
import { useCallsOf } from './useCallsOf'

/** The calls that a question belongs to, by their tools, after something else: " · during `analyze_issue`", and whether a task waits for it. */
export function DuringCall({ conversationId, callIds }: { readonly conversationId: ConversationId; readonly callIds: readonly CallId[] }) {
  const calls = useCallsOf(conversationId, callIds)
  if (calls.length === 0) return null
  return (
    <>
      {calls.length === 1 ? ' · during ' : ' · during one of '}
      <CallTools calls={calls} />
      {calls.some(({ task }) => task !== undefined) && ', a task that needs your input'}
    </>
  )
}
