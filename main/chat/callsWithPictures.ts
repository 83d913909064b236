import type { ChatMessage, Part } from '../../shared/domain/chat'
import type { CallId } from '../../shared/domain/ids'
import type { ContentBlock } from '../../shared/domain/toolResult'

/** Endpoints take 20 pictures of any size in one request. Source: Anthropic, Vision, "Evaluate image size" (docs.claude.com). */
const MOST_PICTURES = 20
/** In characters of base64: some endpoints take requests of 20 MB. */
const MOST_CHARACTERS = 10 * 1024 * 1024

/** Pure: the calls whose pictures a request carries: the newest ones, because they are what the model is working with. */
export function callsWithPictures(messages: readonly ChatMessage[]): ReadonlySet<CallId> {
  const chosen = new Set<CallId>()
  let pictures = 0
  let characters = 0
  const calls = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
  for (const { id, result } of calls.toReversed()) {
    const found = (result?.content ?? []).flatMap(dataOf)
    pictures += found.length
    characters += found.reduce((sum, data) => sum + data.length, 0)
    if (pictures > MOST_PICTURES || characters > MOST_CHARACTERS) break
    if (found.length > 0) chosen.add(id)
  }
  return chosen
}

/** Pure: how many pictures, of those that a request may carry, come from servers: with results, or attached by the person. */
export function picturesOfServers(messages: readonly ChatMessage[], withResults: boolean): number {
  const carried = withResults ? callsWithPictures(messages) : new Set<CallId>()
  const inPart = (part: Part): number => {
    if (part.kind === 'steering') return part.attached.reduce((sum, one) => sum + inPart(one), 0)
    if (part.kind === 'attachment') return part.content.flatMap(dataOf).length
    return part.kind === 'call' && carried.has(part.call.id) ? (part.call.result?.content ?? []).flatMap(dataOf).length : 0
  }
  return messages.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + inPart(part), 0), 0)
}

function dataOf(block: ContentBlock): readonly string[] {
  if (block.type === 'image') return [block.data]
  return block.type === 'resource' && block.blob !== undefined ? [block.blob] : []
}
