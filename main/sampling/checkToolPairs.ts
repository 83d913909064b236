import type { SamplingMessage } from '../../shared/domain/sampling'
import { AppError, type ErrorReason } from '../../shared/errors/appError'

/**
 * Pure: checks that every tool call in a request has its result in the next message, and that results are not mixed with other content.
 * Providers refuse anything else, or accept one of two results. Spec: client/sampling, "message content constraints".
 * @throws {AppError} INVALID_INPUT
 */
export function checkToolPairs(messages: readonly SamplingMessage[]): void {
  let open = new Set<string>()
  for (const [index, { role, content }] of messages.entries()) {
    const results = content.flatMap((block) => (block.type === 'tool_result' ? [block.toolUseId] : []))
    if (results.length > 0 && results.length < content.length) throw bad('sampling.mixedResults', index)
    if (results.length > 0 && role !== 'user') throw bad('sampling.assistantResults', index)
    if (new Set(results).size < results.length) throw bad('sampling.twoResults', index)
    const strange = results.find((id) => !open.delete(id))
    if (strange !== undefined) throw bad('sampling.resultWithoutUse', index)
    if (open.size > 0) throw bad('sampling.resultMissing', index)
    const uses = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    if (uses.length > 0 && role !== 'assistant') throw bad('sampling.userUse', index)
    open = new Set(uses)
    if (open.size < uses.length) throw bad('sampling.twoUsesOneId', index)
  }
  if (open.size > 0) throw bad('sampling.resultMissing', messages.length)
}

function bad(reason: ErrorReason, index: number): AppError {
  return new AppError('INVALID_INPUT', { reason, params: { path: `messages.${index}` } })
}
