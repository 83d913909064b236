import type { ChatMessage, Part } from '../../shared/domain/chat'
import { toolAddress, toolsMentioned, type ToolAddress } from '../../shared/mentions/toolMention'
import type { ReadyServer } from './toolsForModel'

/** Pure: returns the tools of ready servers that the person names in messages in front, as "@server/tool". What servers wrote names none. */
export function mentionedTools(messages: readonly ChatMessage[], ready: readonly ReadyServer[]): ReadonlySet<ToolAddress> {
  const texts = messages.flatMap(({ role, parts }) => parts.flatMap((part) => personsText(role, part)))
  const named = texts.filter((text) => text.includes('@'))
  if (named.length === 0) return new Set()
  const known = new Set(ready.flatMap(({ server, tools }) => tools.map(({ name }) => toolAddress(server.id, name))))
  return new Set(named.flatMap((text) => toolsMentioned(text, known)))
}

function personsText(role: ChatMessage['role'], part: Part): readonly string[] {
  return part.kind === 'steering' || (part.kind === 'text' && role === 'user') ? [part.text] : []
}
