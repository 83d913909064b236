import type { Limits } from '../../shared/domain/defaultLimits'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { jsonBytes } from '../lib/jsonSize'
import { isForModel } from './contentForModel'
import { outlineOf } from './outlineOf'
import { resultForModel } from './resultForModel'
import { truncateResult } from './truncateResult'

/** The beginning of a long result: so much of what is no long result yet. */
const HEAD_SHARE = 1 / 4

/** How much of a result a model gets. */
export type ResultLimits = Pick<Limits, 'resultCharactersToModel' | 'resultBytesToModel'>

/** Pure: a result as one text, as a model that sees no pictures would read all of it. */
export function resultText(result: ToolResult): string {
  const { cut, ...whole } = result
  const output = resultForModel(cut ? whole : result, { pictures: 'nowhere', remarks: [] })
  return output.type === 'text' || output.type === 'error-text' ? output.value : ''
}

/** Pure: whether a model surely gets all of a result. */
export function isShort({ bytes }: Pick<ToolResult, 'bytes'>, { resultCharactersToModel, resultBytesToModel }: ResultLimits): boolean {
  return bytes <= Math.min(resultCharactersToModel, resultBytesToModel)
}

/**
 * Pure: the text of a result that is so long that a model gets its beginning and reads on, since each request of its conversation would carry it
 * again. Undefined for any other, and for one that is large by its pictures.
 */
export function longText(result: ToolResult, limits: ResultLimits): string | undefined {
  if (isShort(result, limits)) return undefined
  const text = resultText(result)
  return text.length > limits.resultCharactersToModel ? text : undefined
}

/**
 * Pure: what the requests of a conversation carry of a result: all of it, or of a long text the beginning with an outline. Pictures stay as long as
 * they fit.
 * @param text as `longText` has it
 */
export function resultInContext(result: ToolResult, limits: ResultLimits, text: string | undefined = longText(result, limits)): ToolResult {
  const { resultCharactersToModel: most, resultBytesToModel } = limits
  if (text === undefined) return truncateResult(result, resultBytesToModel)
  const head = text.slice(0, Math.floor(most * HEAD_SHARE)).toWellFormed()
  const { structuredContent, ...rest } = result
  const content: readonly ContentBlock[] = [{ type: 'text', text: head }, ...picturesOf(result, resultBytesToModel)]
  const long = {
    read: head.length,
    characters: text.length,
    outline: outlineOf({ ...(structuredContent !== undefined && { structuredContent }) }, text),
  }
  return { ...rest, content, long, cut: true }
}

function picturesOf({ content }: ToolResult, bytes: number): readonly ContentBlock[] {
  let left = bytes
  return content.filter((block) => block.type === 'image' && isForModel(block) && (left -= jsonBytes(block)) >= 0)
}
