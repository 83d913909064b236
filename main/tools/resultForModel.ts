import type { ToolResultPart } from 'ai'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { assertNever } from '../../shared/lib/assertNever'
import { canonicalJson, type JsonValue } from '../../shared/lib/json'

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
 */
export function resultForModel(result: ToolResult, options: ResultOptions): ModelOutput {
  const pieces: Piece[] = [
    ...options.remarks.map((remark) => text(`[Parley: ${remark}]`)),
    ...result.content.map((block) => pieceOf(block, options.images && !result.isError)),
    ...structuredPieces(result),
    ...(result.cut ? [text(`[Parley: this is only the beginning. The whole result has ${result.bytes} bytes.]`)] : []),
  ]
  const texts = pieces.filter((piece) => piece.type === 'text')
  if (texts.length < pieces.length) return { type: 'content', value: pieces }
  const value = texts.map((piece) => piece.text).join('\n\n')
  if (result.isError) return { type: 'error-text', value: value || 'The tool failed and said nothing.' }
  return { type: 'text', value: value || '[Parley: the tool succeeded and returned nothing.]' }
}

function structuredPieces(result: ToolResult): Piece[] {
  const structured = result.structuredContent
  if (structured === undefined || result.content.some((block) => says(block, structured))) return []
  return [text(JSON.stringify(structured))]
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

function pieceOf(block: ContentBlock, images: boolean): Piece {
  switch (block.type) {
    case 'text':
      return text(block.text)
    case 'image':
      if (images && IMAGE_TYPES.includes(block.mimeType))
        return { type: 'file', mediaType: block.mimeType, data: { type: 'data', data: block.data } }
      return text(`[Parley: an image (${block.mimeType}). The person sees it, you cannot.]`)
    case 'audio':
      return text(`[Parley: a sound (${block.mimeType}). The person can play it, you cannot hear it.]`)
    case 'resource_link':
      return text(
        `Link to the resource ${block.uri} (${[block.title ?? block.name, block.mimeType, block.description].filter(Boolean).join(', ')})`,
      )
    case 'resource':
      if (block.text !== undefined) return text(`Resource ${block.uri}:\n${block.text}`)
      return text(`[Parley: the resource ${block.uri}${block.mimeType ? ` (${block.mimeType})` : ''} is not text. The person can save it.]`)
    case 'unknown':
      return text(JSON.stringify(block.json))
    default:
      return assertNever(block)
  }
}

function text(words: string): Piece {
  return { type: 'text', text: words }
}
