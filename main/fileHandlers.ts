import type { createTemporaryChat } from './createTemporaryChat'
import type { ConversationAttachments } from './exports/conversationAttachments'
import { measureDataFolder } from './files/measureDataFolder'
import type { FileStore } from './files/fileStore'
import type { HostPorts } from './ports'
import type { Handlers } from './rpc/dispatch'

export interface FileOwners {
  readonly ports: HostPorts
  readonly files: FileStore
  readonly conversationFiles: ConversationAttachments
  readonly temporaryChat: ReturnType<typeof createTemporaryChat>
}

/** Maps the calls about attached files, and about what is kept, to their owners. */
export function fileHandlers({
  ports: { dataDir },
  files,
  conversationFiles,
  temporaryChat: { temporaryConversations },
}: FileOwners): Pick<Handlers, Extract<keyof Handlers, `files.${string}`>> {
  return {
    'files.begin': async ({ name, bytes }) => ({ uploadId: files.uploads.begin(name, bytes) }),
    'files.append': async ({ uploadId, offset, data }) => files.uploads.append(uploadId, offset, Buffer.from(data, 'base64')),
    'files.finish': ({ uploadId }, signal) => files.finish(uploadId, signal),
    'files.cancel': async ({ uploadId }) => files.uploads.cancel(uploadId),
    'files.read': async ({ sha256, offset }) => files.read(sha256, offset),
    'files.text': async ({ sha256 }) => files.shownText(sha256),
    'files.saveDraft': async ({ conversationId, files: attached }) => {
      if (temporaryConversations.has(conversationId)) temporaryConversations.refuseFiles(attached)
      else files.saveDraft(conversationId, attached)
    },
    'files.ofDraft': async ({ conversationId }) => files.ofDraft(conversationId),
    'files.inMessages': async () => files.inMessages(),
    'files.fromConversation': ({ conversationId }, signal) => conversationFiles.make(conversationId, signal),
    'files.exists': async ({ sha256 }) => files.find(sha256) !== undefined,
    'files.totalBefore': async ({ before }) => files.totalBefore(before),
    'files.deleteBefore': ({ before }) => files.deleteBefore(before),
    'files.dataSizes': async () => measureDataFolder(dataDir),
  }
}
