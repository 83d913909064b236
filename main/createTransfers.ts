import type { ActiveConversations } from './chat/activeConversations'
import type { ConversationList } from './chat/conversationList'
import type { ConversationStore } from './chat/conversationStore'
import type { Storage } from './createStorage'
import type { TaintStore } from './dataFlow/taintStore'
import { Downloads } from './downloads/downloads'
import { ConversationAttachments } from './exports/conversationAttachments'
import { Exporter } from './exports/exporter'
import type { FileStore } from './files/fileStore'
import { Importer } from './imports/importer'
import type { HostPorts } from './ports'
import type { TemporaryStorage } from './temporary/temporaryStorage'

export interface TransferParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly store: ConversationStore
  readonly list: ConversationList
  readonly temporary: TemporaryStorage
  readonly activeConversations: ActiveConversations
  readonly taintStore: TaintStore
  readonly files: FileStore
}

/** Creates the owners of what leaves for a file and comes from one. What is imported is always kept. */
export function createTransfers(parts: TransferParts, opened: AsyncDisposableStack) {
  const { ports, storage, store, list, temporary, activeConversations, taintStore, files } = parts
  const { clock, pickSaveFile, showInFolder, translator } = ports
  const downloads = opened.use(new Downloads({ clock, pickSaveFile }))
  const ended = new AbortController()
  opened.defer(() => ended.abort())
  const exporter = opened.use(
    new Exporter({
      source: temporary.exportedWith(store),
      files: { content: (sha256) => files.content(sha256, ended.signal) },
      clock,
      pickSaveFile,
      showInFolder,
      translator,
    }),
  )
  const importer = opened.use(
    new Importer({
      database: storage.database,
      store,
      list,
      folder: storage.file('imports'),
      script: ports.importWorker,
      clock,
      limits: () => storage.settings.limits(),
    }),
  )
  const conversationFiles = new ConversationAttachments({
    load: (id) => activeConversations.conversation(id),
    serversIn: (id) => [...new Set(taintStore.brought(id).map(({ brought }) => brought.serverId))],
    keepText: (name, text, servers, signal) => files.keepText(name, text, servers, signal),
    translator,
    limits: () => storage.settings.limits(),
  })
  return { downloads, exporter, importer, conversationFiles }
}
