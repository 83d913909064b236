import type { ToolResult } from '../../../../shared/domain/toolResult'
import { findFolded, foldWanted } from '../../../../shared/results/findFolded'
import type { Mark } from '../../../../shared/search/searchQuery'
import { joinSearched, searchedText } from '../../../../shared/search/searchedText'
import type { MarkedPlace } from '../../../state/markedPlace'
import { finderOf } from '../find/searchHighlights'

/** What is looked for in a text of a result. A new object counts as a new wish. */
export interface LookedFor {
  /** As they are written there. */
  readonly words: string
  /** Which of the places with these words. Counts from 0. */
  readonly hit: number
}

/** A place in a result that a person wants to see. */
export interface LookIn {
  /** The block of the result as it is here. Undefined: it is in the structured content, or not known. */
  readonly block: number | undefined
  readonly inBlock: LookedFor
  /** The same in all texts together. */
  readonly inAll: LookedFor
}

/** Pure: where a marked place is in a result: the words as they are written there, because a text is searched for them as they are. */
export function lookInResult(
  { content, structuredContent }: Pick<ToolResult, 'content' | 'structuredContent'>,
  place: Pick<MarkedPlace, 'words' | 'by' | 'index'>,
): LookIn {
  const texts = content.map((block) => searchedText(block) ?? '')
  const joined = joinSearched(texts.filter((text) => text !== ''))
  const all = joined === '' && structuredContent !== undefined ? JSON.stringify(structuredContent) : joined
  const marks = finderOf(place)(all)
  const mark = marks[place.index] ?? marks[0]
  if (!mark) return { block: undefined, ...both({ words: place.words.replaceAll(/["“”„«»]/gu, '').trim(), hit: 0 }) }
  const words = all.slice(mark.start, mark.end)
  const inAll = { words, hit: hitOf(all, words, mark) }
  const found = all === joined ? blockOf(texts, mark) : undefined
  if (!found) return { block: undefined, ...both(inAll) }
  const { block, start } = found
  return { block, inAll, inBlock: { words, hit: hitOf(texts[block] ?? '', words, { start: mark.start - start, end: mark.end - start }) } }
}

function both(lookedFor: LookedFor): Pick<LookIn, 'inBlock' | 'inAll'> {
  return { inBlock: lookedFor, inAll: lookedFor }
}

/** Which of the places with these words a mark is. */
function hitOf(text: string, words: string, { end }: Mark): number {
  return Math.max(0, findFolded(text.slice(0, end), foldWanted(words)).count - 1)
}

/** The block with a mark, and where its text begins among all. */
function blockOf(texts: readonly string[], { start: at }: Mark): { readonly block: number; readonly start: number } | undefined {
  let start = 0
  for (const [block, text] of texts.entries()) {
    if (text === '') continue
    if (at < start + text.length) return { block, start }
    start += joinSearched([text, '']).length
  }
  return undefined
}
