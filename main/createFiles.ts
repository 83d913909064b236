import type { Storage } from './createStorage'
import { FileStore } from './files/fileStore'
import { TextExtractor } from './files/textExtractor'
import type { HostPorts } from './ports'
import { ProjectStore } from './projects/projectStore'

/** Creates the owner of attached files, and that of projects, which have some. */
export function createFiles({ ports, storage }: { readonly ports: HostPorts; readonly storage: Storage }, opened: AsyncDisposableStack) {
  const { database, settings } = storage
  const { clock } = ports
  const limits = () => settings.limits()
  const extractor = opened.use(new TextExtractor({ script: ports.extractionWorker, limits }))
  const files = opened.use(
    new FileStore({
      database,
      folder: storage.file('files'),
      clock,
      limits,
      extractText: (file, signal) => extractor.extract(file, signal),
    }),
  )
  return { files, projects: new ProjectStore({ database, files, clock }) }
}
