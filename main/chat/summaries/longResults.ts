import type { Call, ChatMessage } from '../../../shared/domain/chat'
import { resultHandle } from '../../../shared/domain/ownTool'
import type { ToolResult } from '../../../shared/domain/toolResult'
import type { SummarizedHistory } from '../modelHistory'

/** So many are named, the newest ones. */
const MOST = 20

/**
 * Pure: returns the long results of these messages, in which a model can read on by their handles.
 * @param copyForModel The copy of a call's result that the model had.
 */
export function longResults(
  messages: readonly ChatMessage[],
  copyForModel: (call: Call) => ToolResult | undefined,
): SummarizedHistory['handles'] {
  const calls = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'call' && copyForModel(part.call)?.long ? [part.call] : [])),
  )
  return calls.slice(-MOST).map(({ id, tool }) => ({ handle: resultHandle(id), tool }))
}
