import { isDeepStrictEqual } from 'node:util'
import type { ToolResultPart } from 'ai'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { ownToolForModel, READ_RESULT, SEARCH_RESULT } from '../../shared/domain/ownTool'
import type { JsonValue } from '../../shared/lib/json'
import {
  contentForModel,
  foreignPiece,
  isForModel,
  pictureIn,
  remark,
  saysSomething,
  type ModelPiece,
  type TakesMedia,
} from './contentForModel'
import type { PictureForModel } from './pictureForModel'
import { remarkText } from './remarkText'

export type ModelOutput = ToolResultPart['output']
/** The image types that all models with image input accept. */
const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
type Piece = Extract<ModelOutput, { type: 'content' }>['value'][number]

/** Where a request carries the pictures of a result: in it, in a message that follows it because the endpoint takes them only there, or nowhere. */
export type PicturePlace = 'inside' | 'after' | 'nowhere'

export interface ResultOptions {
  readonly pictures: PicturePlace
  /** Parley's own remarks, for example that a person changed the arguments. */
  readonly remarks: readonly string[]
  /** How the model names the result to read on in it. */
  readonly handle?: string
}

/**
 * Pure: converts a result for the model. Everything becomes text, except pictures that may be inside. Spec: server/tools, "tool
 * result". Structured content is not sent again when the text already contains it. Content for the person only is left out, and so are
 * blank texts.
 */
export function resultForModel(result: ToolResult, options: ResultOptions): ModelOutput {
  const content = result.content.filter(isForModel)
  const kept = result.content.length - content.length
  const pieces: Piece[] = [
    ...options.remarks.map(remark),
    ...content.map((block) => pieceOf(block, result, options.pictures)).filter(saysSomething),
    ...structuredPieces(result, content),
    ...(kept > 0 ? [remark(`${kept === 1 ? 'one part' : `${kept} parts`} of the result went to the person only.`)] : []),
    ...(result.cut ? [remark(beginningRemark(result, options.handle))] : []),
  ]
  const texts = pieces.filter((piece) => piece.type === 'text')
  if (texts.length < pieces.length) return { type: 'content', value: pieces }
  const value = texts.map((piece) => piece.text).join('\n\n')
  if (result.isError) return { type: 'error-text', value: value || remarkText('the tool failed and said nothing.') }
  return { type: 'text', value: value || remarkText('the tool succeeded and returned nothing.') }
}

function beginningRemark({ long, bytes }: ToolResult, handle: string | undefined): string {
  if (!long || handle === undefined) return `this is only the beginning. The whole result has ${bytes} bytes.`
  const { read, characters, outline } = long
  const how = `Read on with ${ownToolForModel(READ_RESULT)}, or find words in it with ${ownToolForModel(SEARCH_RESULT)}: its handle is ${JSON.stringify(handle)}.`
  return [`these are only its first ${read} of ${characters} characters.`, outline, how].filter(Boolean).join(' ')
}

function pieceOf(block: ContentBlock, { isError }: ToolResult, place: PicturePlace): ModelPiece {
  const takes: TakesMedia = (mediaType) => place !== 'nowhere' && !isError && IMAGE_TYPES.includes(mediaType)
  const piece = contentForModel(block, takes)
  return piece.type === 'file' && place === 'after' ? remark('a picture, which follows this result.') : piece
}

/** Pure: the pictures of a result that a model gets which sees. */
export function picturesIn({ content, isError }: ToolResult): readonly PictureForModel[] {
  return isError ? [] : content.flatMap((block) => pictureIn(block, (mediaType) => IMAGE_TYPES.includes(mediaType)) ?? [])
}

/** Pure: the pictures that `resultForModel` leaves to a message after the result, in their order. */
export function picturesAfter(result: ToolResult): readonly ModelPiece[] {
  const pieces = result.content.filter(isForModel).map((block) => pieceOf(block, result, 'inside'))
  return pieces.filter(({ type }) => type === 'file')
}

/** Whether the text of a result repeats its structured content. Every later request of the conversation asks again. */
const repeats = new WeakMap<ToolResult, boolean>()

function structuredPieces(result: ToolResult, content: readonly ContentBlock[]): Piece[] {
  const { structuredContent } = result
  if (structuredContent === undefined) return []
  const json = JSON.stringify(structuredContent)
  // Where a tool of Parley's own read on, the words of the server are content, and this says where they stand.
  if (result.of) return [remark(json)]
  const known = repeats.get(result) ?? content.some((block) => says(block, structuredContent, json.length))
  repeats.set(result, known)
  return known ? [] : [foreignPiece(json)]
}

/** Numbers have the shortest other spelling: `1e20` has four characters in the place of 21. */
const SHORTEST_SPELLING = 6

/**
 * The comparison stops at the first difference, and so goes no deeper than the structured content. It may go through all names of that, so
 * blocks that are too short to be equal are not compared: a result can have thousands of them.
 */
function says(block: ContentBlock, structured: JsonValue, length: number): boolean {
  if (block.type !== 'text' || block.text.length < length / SHORTEST_SPELLING || !mayBegin(block.text, structured)) return false
  try {
    return isDeepStrictEqual(JSON.parse(block.text), structured)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false
    throw thrown
  }
}

/** Most text is not JSON. Its first character tells that. */
function mayBegin(text: string, structured: JsonValue): boolean {
  if (typeof structured !== 'object' || structured === null) return true
  return /\S/.exec(text)?.[0] === (Array.isArray(structured) ? '[' : '{')
}
