import type { ContentBlock } from '../../shared/domain/toolResult'
import { assertNever } from '../../shared/lib/assertNever'
import { isBlank } from '../../shared/lib/isBlank'
import { readMediaType } from '../../shared/protocol/namesFromServers'
import { decodeTextBlob } from '../lib/decodeTextBlob'
import { pictureForModel, type PictureForModel } from './pictureForModel'
import { defuseRemarks, remarkText } from './remarkText'

/** One piece of a message to a model: text, or a file that the endpoint accepts. */
export type ModelPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly data: { readonly type: 'data'; readonly data: string } }

/** Returns whether the model accepts content of this media type as it is. */
export type TakesMedia = (mediaType: string) => boolean

/** Pure: returns false for content that its server gives only to the person. Spec: schema.ts, Annotations.audience. */
export function isForModel(block: ContentBlock): boolean {
  const audience = block.type === 'unknown' ? undefined : block.annotations?.audience
  return audience === undefined || audience.length === 0 || audience.includes('assistant')
}

/**
 * Pure: converts one block of a server's content for a model. Content that the endpoint does not accept becomes a remark of Parley's, and no other
 * text looks like one.
 */
export function contentForModel(block: ContentBlock, takes: TakesMedia): ModelPiece {
  switch (block.type) {
    case 'text':
      return foreignPiece(block.text)
    case 'image':
      return filePiece(block.mimeType, block.data, takes) ?? remark(`an image${kindOf(block.mimeType)} that you cannot see here.`)
    case 'audio':
      return (
        filePiece(block.mimeType, block.data, takes) ??
        remark(`a sound${kindOf(block.mimeType)}. The person can play it, you cannot hear it.`)
      )
    case 'resource_link':
      return foreignPiece(
        `Link to the resource ${block.uri} (${[block.title ?? block.name, block.mimeType, block.description].filter(Boolean).join(', ')})`,
      )
    case 'resource':
      return resourcePiece(block, takes)
    case 'unknown':
      return foreignPiece(JSON.stringify(block.json))
    default:
      return assertNever(block)
  }
}

function resourcePiece(block: Extract<ContentBlock, { type: 'resource' }>, takes: TakesMedia): ModelPiece {
  const { uri, mimeType, blob } = block
  const words = wordsOf(block)
  if (words !== undefined) return foreignPiece(`Resource ${uri}:\n${words}`)
  const file = mimeType !== undefined && blob !== undefined ? filePiece(mimeType, blob, takes) : undefined
  return file ?? remark(`the resource ${JSON.stringify(uri)}${kindOf(mimeType)} is not text. The person can save it.`)
}

function wordsOf({ mimeType, text, blob }: Extract<ContentBlock, { type: 'resource' }>): string | undefined {
  return text ?? (blob === undefined ? undefined : decodeTextBlob(mimeType, blob))
}

/** Pure: returns the picture that a model gets of a block, by the types of pictures that it takes. Undefined where it gets none. */
export function pictureIn(block: ContentBlock, takes: TakesMedia): PictureForModel | undefined {
  if ((block.type !== 'image' && block.type !== 'resource') || !isForModel(block)) return undefined
  const { mimeType } = block
  if (mimeType === undefined || !isPicture(bareType(mimeType)) || (block.type === 'resource' && wordsOf(block) !== undefined))
    return undefined
  const data = block.type === 'image' ? block.data : block.blob
  return data === undefined ? undefined : takenPicture(data, takes)
}

/** A remark says only what has the form of a media type: any other words would be a server's among Parley's (decision 061). */
function kindOf(mimeType: string | undefined): string {
  const type = readMediaType(mimeType)
  return type === undefined ? '' : ` (${type})`
}

function filePiece(mediaType: string, data: string, takes: TakesMedia): ModelPiece | undefined {
  const bare = bareType(mediaType)
  if (isPicture(bare)) return picturePiece(data, takes)
  // With invalid base64, an endpoint would refuse the whole conversation every time.
  if (!takes(bare) || !isBase64(data)) return undefined
  return { type: 'file', mediaType: bare, data: { type: 'data', data } }
}

function bareType(mediaType: string): string {
  return mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function isPicture(bareType: string): boolean {
  return bareType.startsWith('image/')
}

function takenPicture(given: string, takes: TakesMedia): PictureForModel | undefined {
  const picture = pictureForModel(given)
  return picture && takes(picture.mediaType) ? picture : undefined
}

function picturePiece(given: string, takes: TakesMedia): ModelPiece | undefined {
  const picture = takenPicture(given, takes)
  return picture && { type: 'file', mediaType: picture.mediaType, data: { type: 'data', data: picture.data } }
}

/** Base64 may be broken into lines. The space goes first, so that the check needs no search for the end. */
function isBase64(data: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(data.replaceAll(/\s/g, ''))
}

/** Pure: returns false for a blank text. Anthropic refuses a request with one in it, however old it is, and so the whole conversation. */
export function saysSomething(piece: ModelPiece): boolean {
  return piece.type !== 'text' || !isBlank(piece.text)
}

/** Marks a sentence as Parley's own among text of others. */
export function remark(sentence: string): ModelPiece {
  return textPiece(remarkText(sentence))
}

/** Text from elsewhere, in which nothing looks like a remark. */
export function foreignPiece(words: string): ModelPiece {
  return textPiece(defuseRemarks(words))
}

export function textPiece(words: string): ModelPiece {
  return { type: 'text', text: words }
}
