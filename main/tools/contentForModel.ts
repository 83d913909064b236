import type { ContentBlock } from '../../shared/domain/toolResult'
import { assertNever } from '../../shared/lib/assertNever'
import { decodeTextBlob } from '../lib/decodeTextBlob'

/** One piece of a message to a model: words, or a file that its endpoint takes. */
export type ModelPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly data: { readonly type: 'data'; readonly data: string } }

/** Whether content of this media type can be given to the model as it is. */
export type TakesMedia = (mediaType: string) => boolean

/** Pure: false for content that its server wants only a person to have. Spec: schema.ts, Annotations.audience. */
export function isForModel(block: ContentBlock): boolean {
  const audience = block.type === 'unknown' ? undefined : block.annotations?.audience
  return audience === undefined || audience.length === 0 || audience.includes('assistant')
}

/** Pure: one block of a server's content for a model. What its endpoint does not take becomes a sentence. */
export function contentForModel(block: ContentBlock, takes: TakesMedia): ModelPiece {
  switch (block.type) {
    case 'text':
      return textPiece(block.text)
    case 'image':
      return filePiece(block.mimeType, block.data, takes) ?? remark(`an image (${block.mimeType}). The person sees it, you cannot.`)
    case 'audio':
      return (
        filePiece(block.mimeType, block.data, takes) ?? remark(`a sound (${block.mimeType}). The person can play it, you cannot hear it.`)
      )
    case 'resource_link':
      return textPiece(
        `Link to the resource ${block.uri} (${[block.title ?? block.name, block.mimeType, block.description].filter(Boolean).join(', ')})`,
      )
    case 'resource':
      return resourcePiece(block, takes)
    case 'unknown':
      return textPiece(JSON.stringify(block.json))
    default:
      return assertNever(block)
  }
}

function resourcePiece(block: Extract<ContentBlock, { type: 'resource' }>, takes: TakesMedia): ModelPiece {
  const { uri, mimeType, blob } = block
  const words = block.text ?? (blob === undefined ? undefined : decodeTextBlob(mimeType, blob))
  if (words !== undefined) return textPiece(`Resource ${uri}:\n${words}`)
  const file = mimeType !== undefined && blob !== undefined ? filePiece(mimeType, blob, takes) : undefined
  const kind = mimeType === undefined ? '' : ` (${mimeType})`
  return file ?? remark(`the resource ${uri}${kind} is not text. The person can save it.`)
}

function filePiece(mediaType: string, data: string, takes: TakesMedia): ModelPiece | undefined {
  const bare = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  // What is not base64 would make an endpoint refuse the whole conversation, again and again.
  if (!takes(bare) || !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(data)) return undefined
  return { type: 'file', mediaType: bare, data: { type: 'data', data } }
}

/** What Parley says in its own words among those of others. */
export function remark(sentence: string): ModelPiece {
  return textPiece(`[Parley: ${sentence}]`)
}

export function textPiece(words: string): ModelPiece {
  return { type: 'text', text: words }
}
