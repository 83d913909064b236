import type { ServerId } from '../domain/ids'

/** How many places of one text are looked at. What a person writes by hand has fewer; a text that was pasted may be of "@" alone. */
const MOST_PLACES = 50

/** A tool with a longer address cannot be named. */
const LONGEST = 300

/** The tools that can be named. */
export interface KnownTools {
  has(address: ToolAddress): boolean
}

/** A tool and its server in one text. Two tools may share it when a name has a slash; then either is meant. */
export type ToolAddress = string

/** Pure: returns how a tool is named in a message, without the "@". */
export const toolAddress = (serverId: ServerId, tool: string): ToolAddress => `${serverId}/${tool}`

/** Pure: whether an "@" at this place may name something. In an e-mail address, a path, a package name and inline code it does not. */
export function mayMention(text: string, at: number): boolean {
  return at === 0 || /[\s([{"'“„«]/u.test(text.charAt(at - 1))
}

/**
 * Pure: returns the tools that a text names as "@server/tool", each once, in order. Of names that begin alike the longest counts, and no name
 * ends within a word. Looks at the first 50 places.
 */
export function toolsMentioned(text: string, known: KnownTools): ToolAddress[] {
  const found = new Set<ToolAddress>()
  let at = text.indexOf('@')
  for (let place = 0; at !== -1 && place < MOST_PLACES; place++) {
    const address = mayMention(text, at) ? addressAt(text, at + 1, known) : undefined
    if (address !== undefined) found.add(address)
    at = text.indexOf('@', at + 1 + (address?.length ?? 0))
  }
  return [...found]
}

function addressAt(text: string, from: number, known: KnownTools): ToolAddress | undefined {
  for (let length = Math.min(LONGEST, text.length - from); length > 0; length--) {
    if (/[\p{L}\p{N}_]/u.test(text.charAt(from + length))) continue
    const address = text.slice(from, from + length)
    if (known.has(address)) return address
  }
  return undefined
}
