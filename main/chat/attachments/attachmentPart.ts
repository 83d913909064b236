import type { Part } from '../../../shared/domain/chat'
import type { PartId } from '../../../shared/domain/ids'
import type { ResourceContents, ResourceItem } from '../../../shared/domain/resourceContents'
import type { ContentBlock } from '../../../shared/domain/toolResult'
import { strictestLimits } from '../../../shared/files/mediaLimits'
import { trimEndOf } from '../../../shared/lib/trimEndOf'
import type { Attachment } from '../../../shared/rpc/chat'
import { contentBytes } from '../../lib/contentBytes'
import { truncateBytes } from '../../lib/truncateBytes'

/** The length in base64 of the largest picture, sound or document that every model endpoint accepts. */
const MEDIA_LENGTH = strictestLimits.pictureLength

export interface AttachmentSource {
  readonly attachment: Attachment
  /** The name that the person sees. */
  readonly name: string
  readonly contents: ResourceContents
}

/**
 * Pure: turns contents that were read into a part of a message. The part is kept even if its server is removed later. Text, and bytes that
 * are not media, are cut after `bytesKept` bytes in total.
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
  // Of what is cut, only the size that was read with it is known.
  const bytes = cut ? contents.bytes : contentBytes(content)
  return { id, kind: 'attachment', ...attachment, name, content, bytes, ...(cut && { cut }) }
}

/** Media do not count towards the limit, because the limit is about text. */
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

/** Pure: returns the last path segment of a URI, as a name for something that has no other name. */
export function nameFromUri(uri: string): string {
  const path = trimEndOf(uri.split(/[?#]/, 1)[0] ?? '', '/')
  const last = path.slice(path.lastIndexOf('/') + 1)
  return (last === '' ? uri : last).slice(0, 200)
}
export type AttachmentPart = Extract<Part, { kind: 'attachment' }>
