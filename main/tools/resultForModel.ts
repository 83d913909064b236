import type { ToolResultPart } from 'ai'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { canonicalJson, type JsonValue } from '../../shared/lib/json'
import { contentForModel, isForModel, remark, textPiece, type TakesMedia } from './contentForModel'

export type ModelOutput = ToolResultPart['output']
/** What the models that see images all accept. */
const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
type Piece = Extract<ModelOutput, { type: 'content' }>['value'][number]

export interface ResultOptions {
  /** Whether the model's endpoint takes images inside the result of a tool. */
  readonly images: boolean
  /** What Parley adds in its own words: that a person changed the arguments, for one. */
  readonly remarks: readonly string[]
}

/**
 * Pure: what the model is given of a result. Everything becomes text but images, where the endpoint takes them.
 * Spec: server/tools, "tool result"; structured content is not sent twice when the text already says it.
 * What is meant for the person only stays with the person.
 */
export function resultForModel(result: ToolResult, options: ResultOptions): ModelOutput {
  const content = result.content.filter(isForModel)
  const kept = result.content.length - content.length
  const takes: TakesMedia = (mediaType) => options.images && !result.isError && IMAGE_TYPES.includes(mediaType)
  const pieces: Piece[] = [
    ...options.remarks.map(remark),
    ...content.map((block) => contentForModel(block, takes)),
    ...structuredPieces(content, result.structuredContent),
    ...(kept > 0 ? [remark(`${kept === 1 ? 'one part' : `${kept} parts`} of the result went to the person only.`)] : []),
    ...(result.cut ? [remark(`this is only the beginning. The whole result has ${result.bytes} bytes.`)] : []),
  ]
  const texts = pieces.filter((piece) => piece.type === 'text')
  if (texts.length < pieces.length) return { type: 'content', value: pieces }
  const value = texts.map((piece) => piece.text).join('\n\n')
  if (result.isError) return { type: 'error-text', value: value || 'The tool failed and said nothing.' }
  return { type: 'text', value: value || '[Parley: the tool succeeded and returned nothing.]' }
}

function structuredPieces(content: readonly ContentBlock[], structured: JsonValue | undefined): Piece[] {
  if (structured === undefined || content.some((block) => says(block, structured))) return []
  return [textPiece(JSON.stringify(structured))]
}

function says(block: ContentBlock, structured: JsonValue): boolean {
  if (block.type !== 'text') return false
  try {
    return canonicalJson(JSON.parse(block.text)) === canonicalJson(structured)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false
    throw thrown
  }
}
