import type { ResourceItem } from '../../../shared/domain/resourceContents'
import { mediaDataUrl } from '../../ui/files/mediaDataUrl'
import { isJsonType, isTextType, languageOfType } from './resourceMimeTypes'

/** How the page shows a piece of a resource. */
export type ResourceViewer =
  | { readonly kind: 'code'; readonly code: string; readonly language?: string }
  | { readonly kind: 'image' | 'audio'; readonly url: string; readonly bytes: number }
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'empty' }

/** Longer JSON is shown unformatted. */
const prettyUpTo = 400_000
const decodeUpTo = 1_000_000

/** Pure: decides how to show a piece of a resource. Nothing in the piece runs or is fetched, whatever its declared type. */
export function chooseResourceViewer(item: ResourceItem): ResourceViewer {
  if (item.text !== undefined) return textLook(item.text, typeOf(item), item.uri)
  const bytes = base64Bytes(item.blob ?? '')
  if (bytes === 0) return { kind: 'empty' }
  const media = mediaDataUrl(typeOf(item), item.blob ?? '')
  if (media && item.cut !== true) return { ...media, bytes }
  const text = isTextType(typeOf(item)) && bytes <= decodeUpTo ? decoded(item.blob ?? '') : undefined
  return text === undefined ? { kind: 'bytes', bytes } : textLook(text, typeOf(item), item.uri)
}

function textLook(text: string, type: string, uri: string): ResourceViewer {
  if (text === '') return { kind: 'empty' }
  const json = /^\s*[[{]/.test(text) && (isJsonType(type) || type === '' || type === 'text/plain') ? prettyJson(text) : undefined
  if (json !== undefined) return { kind: 'code', code: json, language: 'json' }
  const language = languageOfType(type, uri)
  return { kind: 'code', code: text, ...(language !== undefined && { language }) }
}

const typeOf = ({ mimeType = '' }: ResourceItem): string => mimeType.split(';')[0]?.trim().toLowerCase() ?? ''

function prettyJson(text: string): string | undefined {
  if (text.length > prettyUpTo) return undefined
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // The text only starts like JSON or was cut, so it is shown as plain text.
    return undefined
  }
}

function base64Bytes(blob: string): number {
  const padding = blob.endsWith('==') ? 2 : blob.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((blob.length * 3) / 4) - padding)
}

function decoded(blob: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(blob), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The declared type is text, but the bytes are not, so they are shown as bytes.
    return undefined
  }
}
