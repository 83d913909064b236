import type { ContentBlock } from '../../shared/domain/toolResult'
import { isRecord, isParsedJson } from '../../shared/lib/json'
import { parseAnnotations } from './parseAnnotations'
import { text } from './shortText'

/** Reads one block of content. An unknown block is kept unchanged. */
export function readBlock(raw: unknown): ContentBlock {
  const block = isRecord(raw) ? readKnown(raw) : undefined
  return (
    block ?? {
      type: 'unknown',
      kind: isRecord(raw) ? (text(raw['type']) ?? '').slice(0, 100) : typeof raw,
      json: isParsedJson(raw) ? raw : null,
    }
  )
}

function readKnown(raw: Readonly<Record<string, unknown>>): ContentBlock | undefined {
  const { type } = raw
  const { data, mimeType } = mediaOf(raw)
  const annotated = parseAnnotations(raw['annotations'])
  if (type === 'text' && typeof raw['text'] === 'string') return { type, text: raw['text'], ...annotated }
  if ((type === 'image' || type === 'audio') && data !== undefined && mimeType !== undefined) return { type, data, mimeType, ...annotated }
  const block = type === 'resource_link' ? readLink(raw) : type === 'resource' ? readResource(raw['resource']) : undefined
  return block && { ...block, ...annotated }
}

/** Some servers send a picture as the whole `data:` address that a page would show. */
function mediaOf(raw: Readonly<Record<string, unknown>>): { readonly data: string | undefined; readonly mimeType: string | undefined } {
  const data = text(raw['data'])
  const mimeType = text(raw['mimeType'])
  const [prefix, type] = /^data:([\w.+-]{1,60}\/[\w.+-]{1,60});base64,/i.exec(data?.slice(0, 200) ?? '') ?? []
  return prefix === undefined ? { data, mimeType } : { data: data?.slice(prefix.length), mimeType: mimeType ?? type }
}

function readLink(raw: Readonly<Record<string, unknown>>): ContentBlock | undefined {
  const uri = text(raw['uri'])
  if (uri === undefined) return undefined
  const title = text(raw['title'])
  const description = text(raw['description'])
  const mimeType = text(raw['mimeType'])
  return {
    type: 'resource_link',
    uri,
    name: text(raw['name']) ?? uri,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(typeof raw['size'] === 'number' && { size: raw['size'] }),
  }
}

function readResource(raw: unknown): ContentBlock | undefined {
  if (!isRecord(raw)) return undefined
  const uri = text(raw['uri'])
  const body = text(raw['text'])
  const blob = text(raw['blob'])
  const mimeType = text(raw['mimeType'])
  if (uri === undefined || (body === undefined && blob === undefined)) return undefined
  return {
    type: 'resource',
    uri,
    ...(mimeType !== undefined && { mimeType }),
    ...(body !== undefined && { text: body }),
    ...(blob !== undefined && { blob }),
  }
}
