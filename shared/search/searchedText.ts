import type { ContentBlock } from '../domain/toolResult'

/** What stands between the texts of two blocks. */
const BETWEEN = '\n'

/** Pure: what is searched of a block. Undefined: it has no text. */
export function searchedText(block: ContentBlock): string | undefined {
  if (block.type === 'text' || block.type === 'resource') return block.text
  return block.type === 'resource_link' ? `${block.title ?? ''} ${block.name} ${block.uri}` : undefined
}

/** Pure: joins the texts of blocks as they are searched. */
export function joinSearched(texts: readonly string[]): string {
  return texts.join(BETWEEN)
}
