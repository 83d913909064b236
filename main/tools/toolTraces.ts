import type { ChatMessage, Part } from '../../shared/domain/chat'
import { FIND_TOOLS, foundTools, isOwnCall } from '../../shared/domain/ownTool'

/** Where tools come up in a conversation: what the person wrote themselves, or the tools that a call called or found, by their names for the model. */
export type ToolTrace = { readonly said: string } | { readonly called: readonly string[] }

/** Pure: returns where tools come up in a message, in the order of its parts. What servers wrote brings none up. */
export function toolTraces({ role, parts }: Pick<ChatMessage, 'role' | 'parts'>): readonly ToolTrace[] {
  return parts.flatMap((part): readonly ToolTrace[] => {
    if (part.kind === 'call') return [{ called: toolNamesIn(part) }]
    return part.kind === 'steering' || (part.kind === 'text' && role === 'user') ? [{ said: part.text }] : []
  })
}

/** Pure: the tools that a call brings up, by their names for the model: what it calls, or what a search found. */
function toolNamesIn({ modelToolName, call }: Extract<Part, { kind: 'call' }>): readonly string[] {
  if (call.tool === FIND_TOOLS && isOwnCall(call)) return foundTools(call.result).map(({ name }) => name)
  return call.definitionHash === '' ? [] : [modelToolName]
}
