import type { PartId } from '../../../shared/domain/ids'
import type { AppContext } from '../../../shared/rpc/chat'
import type { AttachmentPart } from './attachmentPart'

/** Pure: returns the part of a message for what an open app gives the model with it. */
export function appContextPart(id: PartId, { serverId, tool, text }: AppContext): AttachmentPart {
  const content = [{ type: 'text', text }] as const
  return { id, kind: 'attachment', source: 'app', serverId, name: tool, content, bytes: Buffer.byteLength(text) }
}
