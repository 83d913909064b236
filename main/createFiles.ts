import type { Storage } from './createStorage'
import { FileStore } from './files/fileStore'
import { TextExtractor } from './files/textExtractor'
import type { HostPorts } from './ports'

/** Creates the owner of attached files. */
export function createFiles(
  { ports, storage }: { readonly ports: HostPorts; readonly storage: Storage },
  opened: AsyncDisposableStack,
): FileStore {
  const { database, settings } = storage
  const limits = () => settings.limits()
  const extractor = opened.use(new TextExtractor({ script: ports.extractionWorker, limits }))
  return opened.use(
    new FileStore({
      database,
      folder: storage.file('files'),
      clock: ports.clock,
      limits,
      extractText: (file, signal) => extractor.extract(file, signal),
    }),
  )
}
