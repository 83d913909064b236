import type { ConversationList } from './chat/conversationList'
import type { Storage } from './createStorage'
import type { FileStore } from './files/fileStore'
import type { HostPorts } from './ports'
import { ConversationSearcher } from './search/conversationSearcher'
import { SearchIndex } from './search/searchIndex'

export interface SearchParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly list: ConversationList
  readonly files: FileStore
}

/** Creates the owner of the search index. It follows what changes in conversations and attached files; `startBackgroundWork` lets it begin. */
export function createSearch({ ports, storage, list, files }: SearchParts, opened: AsyncDisposableStack) {
  const { database } = storage
  // What is only shown is indexed in memory: the file belongs to what is in the data folder.
  const searchIndex = opened.use(new SearchIndex({ database, file: database.isReadOnly ? ':memory:' : storage.file('search.db') }))
  // A host beside a window leaves the file to that one.
  if (!ports.beside) for (const { changes } of [list, files]) changes.subscribe(() => searchIndex.changed())
  return { searchIndex, searchFinder: new ConversationSearcher(searchIndex, database) }
}
