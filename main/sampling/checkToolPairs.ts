import type { SamplingMessage } from '../../shared/domain/sampling'
import { AppError } from '../../shared/errors/appError'

/**
 * Pure: every call of a tool in a request has its result in the message right behind it, and results stand alone there. Providers refuse
 * anything else, or believe one of two results. Spec: client/sampling, "message content constraints".
 * @throws {AppError} INVALID_INPUT
 */
export function checkToolPairs(messages: readonly SamplingMessage[]): void {
  let open = new Set<string>()
  for (const [index, { role, content }] of messages.entries()) {
    const results = content.flatMap((block) => (block.type === 'tool_result' ? [block.toolUseId] : []))
    if (results.length > 0 && results.length < content.length) throw bad('Tool results mixed with other content', index)
    if (results.length > 0 && role !== 'user') throw bad('Tool results in a message of the assistant', index)
    if (new Set(results).size < results.length) throw bad('Two results of one tool use', index)
    const strange = results.find((id) => !open.delete(id))
    if (strange !== undefined) throw bad('A tool result without its tool use before it', index)
    if (open.size > 0) throw bad('Tool result missing in request', index)
    const uses = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    if (uses.length > 0 && role !== 'assistant') throw bad('Tool use in a message of the user', index)
    open = new Set(uses)
    if (open.size < uses.length) throw bad('Two tool uses with one id', index)
  }
  if (open.size > 0) throw bad('Tool result missing in request', messages.length)
}

function bad(what: string, index: number): AppError {
  return new AppError('INVALID_INPUT', `${what}, at messages.${index}`)
}
