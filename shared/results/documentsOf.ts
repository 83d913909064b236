import type { ContentBlock, ToolResult } from '../domain/toolResult'
import type { JsonValue } from '../lib/json'
import { kindOf, keyOf, readJsonString, writtenValue, type JsonIndex } from './jsonIndex'
import type { DocumentPlace } from './resultAnswers'
import { ResultDocument } from './resultDocument'

/** More texts than these are shown as one, each below the other. */
const MOST_TEXTS = 20
/** What stands between texts that are shown as one. */
export const BETWEEN_TEXTS = '\n\n'

/** Pure: the text of a block. Undefined: it is something else. */
export function textOfBlock(block: ContentBlock): string | undefined {
  return block.type === 'text' || block.type === 'resource' ? block.text : undefined
}

export interface ResultDocuments {
  readonly documents: readonly ResultDocument[]
  /** The place of the text that says the same as the structured content, and stands for it: its numbers are as they were written. */
  readonly repeated?: DocumentPlace
}

/** Pure: opens all texts of a result. Not for the page: a result may have many megabytes. */
export function documentsOf({ content, structuredContent }: Pick<ToolResult, 'content' | 'structuredContent'>): ResultDocuments {
  const texts = openTexts(content)
  if (structuredContent === undefined) return { documents: texts }
  const structured = new ResultDocument('structured', structuredText(structuredContent))
  const repeated = texts.find((text) => isSameJson(text.index, structured.index))
  return repeated ? { documents: texts, repeated: repeated.facts.place } : { documents: [...texts, structured] }
}

function openTexts(content: readonly ContentBlock[]): readonly ResultDocument[] {
  const texts = content.flatMap((block, place) => {
    const text = textOfBlock(block)
    return text === undefined || text === '' ? [] : [{ place, text }]
  })
  if (texts.length > MOST_TEXTS) return [new ResultDocument('texts', texts.map(({ text }) => text).join(BETWEEN_TEXTS))]
  return texts.map(({ place, text }) => new ResultDocument(place, text))
}

/** Pure: structured content as a text with a line for each value. */
export function structuredText(value: JsonValue): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    // Indented, it would be longer than a text can be.
    return JSON.stringify(value)
  }
}

/** Pure: whether two texts say the same in the same order. */
function isSameJson(one: JsonIndex | undefined, other: JsonIndex | undefined): boolean {
  if (!one || !other || one.count !== other.count) return false
  for (let value = 0; value < one.count; value++) {
    const kind = kindOf(one, value)
    if (kind !== kindOf(other, value) || one.after[value] !== other.after[value] || keyOf(one, value) !== keyOf(other, value)) return false
    if (kind === 'object' || kind === 'array') continue
    const [first, second] = [writtenValue(one, value), writtenValue(other, value)]
    if (first === second) continue
    if (kind === 'string' ? readJsonString(first) !== readJsonString(second) : Number(first) !== Number(second)) return false
  }
  return true
}
