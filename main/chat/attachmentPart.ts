import type { PartId } from '../../shared/domain/ids'
import type { ResourceContents, ResourceItem } from '../../shared/domain/resource'
import type { ContentBlock } from '../../shared/domain/toolResult'
import type { Attachment } from '../../shared/rpc/chat'
import { truncateBytes } from '../lib/truncateBytes'
import type { AttachmentPart } from './attachmentForModel'

/** No endpoint of a model takes a larger picture, sound or document; in base64. */
const MEDIA_LENGTH = (5 * 1024 * 1024 * 4) / 3

export interface AttachmentSource {
  readonly attachment: Attachment
  /** What the person knows it by. */
  readonly name: string
  readonly contents: ResourceContents
}

/**
 * Pure: what was read, as the part of a message that it becomes. It is kept, whatever becomes of its server. Words, and bytes that are
 * no media, are cut after so many bytes in all.
 */
export function attachmentPart(id: PartId, { attachment, name, contents }: AttachmentSource, bytesKept: number): AttachmentPart {
  let left = bytesKept
  let cut = false
  const content: ContentBlock[] = []
  for (const item of contents.items) {
    const size = item.text === undefined ? weightOf(item) : Buffer.byteLength(item.text)
    const fits = size <= left
    if (fits) content.push(blockOf(item))
    else if (item.text !== undefined && left > 0) content.push(blockOf({ ...item, text: truncateBytes(item.text, left) }))
    left -= Math.min(left, size)
    cut ||= !fits || item.cut === true
  }
  return { id, kind: 'attachment', ...attachment, name, content, bytes: contents.bytes, ...(cut && { cut }) }
}

/** Media are not words: what the limit is there for does not grow with them. */
function weightOf({ mimeType, blob = '' }: ResourceItem): number {
  const isMedia = /^(?:image|audio)\/|^application\/pdf\b/.test(mimeType ?? '')
  return isMedia && blob.length <= MEDIA_LENGTH ? 0 : blob.length
}

function blockOf({ uri, mimeType, text, blob, annotations }: ResourceItem): ContentBlock {
  return {
    type: 'resource',
    uri,
    ...(mimeType !== undefined && { mimeType }),
    ...(text !== undefined && { text }),
    ...(blob !== undefined && { blob }),
    ...(annotations && { annotations }),
  }
}

/** Pure: the last step of an address, for what has no other name. */
export function nameFromUri(uri: string): string {
  const path = uri.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const last = path.slice(path.lastIndexOf('/') + 1)
  return (last === '' ? uri : last).slice(0, 200)
}
