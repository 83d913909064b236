import type { ToolResultPart } from 'ai'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { canonicalJson, type JsonValue } from '../../shared/lib/json'
import { contentForModel, isForModel, remark, textPiece, type TakesMedia } from './contentForModel'

export type ModelOutput = ToolResultPart['output']
/** The image types that all models with image input accept. */
const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
type Piece = Extract<ModelOutput, { type: 'content' }>['value'][number]

export interface ResultOptions {
  /** Whether the endpoint accepts images inside a tool result. */
  readonly images: boolean
  /** Parley's own remarks, for example that a person changed the arguments. */
  readonly remarks: readonly string[]
}

/**
 * Pure: converts a result for the model. Everything becomes text, except images if the endpoint accepts them. Spec: server/tools, "tool
 * result". Structured content is not sent again when the text already contains it. Content for the person only is left out.
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
