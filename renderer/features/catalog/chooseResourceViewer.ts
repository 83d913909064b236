import type { ResourceItem } from '../../../shared/domain/resourceContents'
import { languageOf } from '../../markdown/highlightCode'
import { mediaDataUrl } from '../../ui/files/mediaDataUrl'

/** How the page shows a piece of a resource. */
export type ResourceViewer =
  | { readonly kind: 'code'; readonly code: string; readonly language?: string }
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'image' | 'audio'; readonly url: string; readonly bytes: number }
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'empty' }

/** Longer JSON is shown unformatted. */
const prettyUpTo = 400_000
const decodeUpTo = 1_000_000

const languages: Readonly<Record<string, string>> = {
  'application/javascript': 'javascript',
  'application/sql': 'sql',
  'application/toml': 'toml',
  'application/xml': 'xml',
  'application/yaml': 'yaml',
  'application/x-sh': 'bash',
  'application/x-yaml': 'yaml',
  'image/svg+xml': 'xml',
  'text/x-shellscript': 'bash',
}

/** Pure: decides how to show a piece of a resource. Nothing in the piece runs or is fetched, whatever its declared type. */
export function chooseResourceViewer(item: ResourceItem): ResourceViewer {
  if (item.text !== undefined) return textLook(item.text, typeOf(item), item.uri)
  const bytes = base64Bytes(item.blob ?? '')
  if (bytes === 0) return { kind: 'empty' }
  const media = mediaDataUrl(typeOf(item), item.blob ?? '')
  if (media && item.cut !== true) return { ...media, bytes }
  const text = isText(typeOf(item)) && bytes <= decodeUpTo ? decoded(item.blob ?? '') : undefined
  return text === undefined ? { kind: 'bytes', bytes } : textLook(text, typeOf(item), item.uri)
}

function textLook(text: string, type: string, uri: string): ResourceViewer {
  if (text === '') return { kind: 'empty' }
  const json = /^\s*[[{]/.test(text) && (isJson(type) || type === '' || type === 'text/plain') ? prettyJson(text) : undefined
  if (json !== undefined) return { kind: 'code', code: json, language: 'json' }
  const language = languageFor(type, uri)
  if (language === 'markdown') return { kind: 'prose', text }
  return { kind: 'code', code: text, ...(language !== undefined && { language }) }
}

const typeOf = ({ mimeType = '' }: ResourceItem): string => mimeType.split(';')[0]?.trim().toLowerCase() ?? ''

const isJson = (type: string): boolean => type.endsWith('/json') || type.endsWith('+json')

const isText = (type: string): boolean => type.startsWith('text/') || isJson(type) || Object.hasOwn(languages, type)

function languageFor(type: string, uri: string): string | undefined {
  if (isJson(type)) return 'json'
  const named = languages[type] ?? /^text\/(?:x-)?([\w+-]+)$/.exec(type)?.[1]
  if (named !== undefined && languageOf(named) !== undefined) return languageOf(named)
  const ending = endingOf(uri.split(/[?#]/, 1)[0] ?? '') ?? endingOf(uri)
  return ending === undefined ? undefined : languageOf(ending)
}

function endingOf(address: string): string | undefined {
  return /\.([a-z0-9]+)$/i.exec(address)?.[1]
}

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
