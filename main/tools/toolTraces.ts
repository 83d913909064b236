import type { ChatMessage, Part } from '../../shared/domain/chat'
import type { CallId } from '../../shared/domain/ids'
import { FIND_TOOLS, foundTools, isOwnCall } from '../../shared/domain/ownTool'

/** Where tools come up in a conversation: what the person wrote themselves, or what a call called or found, by its name for the model. */
export type ToolTrace = { readonly said: string } | { readonly called: string } | { readonly found: readonly string[]; readonly by: CallId }

/** Pure: returns where tools come up in a message, in the order of its parts. What servers wrote brings none up. */
export function toolTraces({ role, parts }: Pick<ChatMessage, 'role' | 'parts'>): readonly ToolTrace[] {
  return parts.flatMap((part): readonly ToolTrace[] => {
    if (part.kind === 'call') return callTraces(part)
    return part.kind === 'steering' || (part.kind === 'text' && role === 'user') ? [{ said: part.text }] : []
  })
}

function callTraces({ modelToolName, call }: Extract<Part, { kind: 'call' }>): readonly ToolTrace[] {
  if (call.tool === FIND_TOOLS && isOwnCall(call)) return [{ found: foundTools(call.result).map(({ name }) => name), by: call.id }]
  return call.definitionHash === '' ? [] : [{ called: modelToolName }]
}
