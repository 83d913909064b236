import type { ChatMessage } from '../../shared/domain/chat'
import type { CallId } from '../../shared/domain/ids'
import { isOwnCall, resultHandle } from '../../shared/domain/ownTool'
import type { ToolResult } from '../../shared/domain/toolResult'
import type { ReadableText } from '../ownTools/readableText'
import type { OpenResult } from '../ownTools/resultTools'
import { resultText } from '../tools/resultInContext'
import type { ToolResultCopies } from './toolResultCopies'

/** What is kept of results. */
export type ResultTexts = Pick<ToolResultCopies, 'text' | 'wholeResult'>

/** Opens the results of the calls in these messages, and of no others: a model reads on only in what its conversation has. */
export function openResults(messages: readonly ChatMessage[], results: ResultTexts): OpenResult {
  return (handle) => {
    for (const { parts } of messages) {
      for (const part of parts) {
        if (part.kind !== 'call' || !part.call.result || isOwnCall(part.call) || resultHandle(part.call.id) !== handle) continue
        const { id, result } = part.call
        const { serverId, tool } = part.call
        return { text: results.text(id) ?? wholeOf(id, result, results), of: { serverId, tool } }
      }
    }
    return undefined
  }
}

function wholeOf(id: CallId, result: ToolResult, results: ResultTexts): ReadableText {
  const whole = result.cut ? results.wholeResult(id) : result
  const text = resultText(whole ?? result)
  // Parley ended, or the disk was full, before the whole was kept.
  return { characters: text.length, slice: (from, to) => text.slice(from, to), ...(!whole && { cut: true }) }
}
