import type { ConversationList } from './chat/conversationList'
import type { Storage } from './createStorage'
import type { HostPorts } from './ports'
import { SearchFinder } from './search/searchFinder'
import { SearchIndex } from './search/searchIndex'

/** Creates the owner of the search index. It follows what changes in conversations; `startBackgroundWork` lets it begin. */
export function createSearch(
  { ports, storage, list }: { readonly ports: HostPorts; readonly storage: Storage; readonly list: ConversationList },
  opened: AsyncDisposableStack,
) {
  const { database } = storage
  // What is only shown is indexed in memory: the file belongs to what is in the data folder.
  const searchIndex = opened.use(new SearchIndex({ database, file: database.isReadOnly ? ':memory:' : storage.file('search.db') }))
  // A host beside a window leaves the file to that one.
  if (!ports.beside) list.changes.subscribe(() => searchIndex.changed())
  return { searchIndex, searchFinder: new SearchFinder(searchIndex, database) }
}
