import type { CallId, ConversationId } from '../../../shared/domain/ids'
import { Text } from '../../i18n/Text'
import type { Call } from '../../../shared/domain/chat'
import { CallToolNames } from './CallToolNames'
import { useQuestionCalls } from './useQuestionCalls'

/**
 * Names the tools of the calls that a question belongs to, after other text: " · during `analyze_issue`". Also says whether a task waits
 * for it.
 */
export function DuringToolCall({
  conversationId,
  callIds,
}: {
  readonly conversationId: ConversationId
  readonly callIds: readonly CallId[]
}) {
  const calls = useQuestionCalls(conversationId, callIds)
  if (calls.length === 0) return null
  return (
    <>
      {' · '}
      <Text id={duringText(calls)} components={{ tools: <CallToolNames calls={calls} /> }} />
    </>
  )
}

function duringText(calls: readonly Pick<Call, 'task'>[]) {
  const isTask = calls.some(({ task }) => task !== undefined)
  if (calls.length === 1) return isTask ? 'questions.duringTask' : 'questions.during'
  return isTask ? 'questions.duringOneOfTasks' : 'questions.duringOneOf'
}
