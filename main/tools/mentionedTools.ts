import { toolAddress, toolsMentioned, type ToolAddress } from '../../shared/mentions/toolMention'
import type { ToolTrace } from './toolTraces'
import type { ReadyServer } from './toolsForModel'

/** Pure: returns the tools of ready servers that the person names in messages in front, as "@server/tool". What servers wrote names none. */
export function mentionedTools(traces: readonly ToolTrace[], ready: readonly ReadyServer[]): ReadonlySet<ToolAddress> {
  const named = traces.flatMap((trace) => ('said' in trace && trace.said.includes('@') ? [trace.said] : []))
  if (named.length === 0) return new Set()
  const known = new Set(ready.flatMap(({ server, tools }) => tools.map(({ name }) => toolAddress(server.id, name))))
  return new Set(named.flatMap((text) => toolsMentioned(text, known)))
}
