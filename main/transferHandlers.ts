import type { Downloads } from './downloads/downloads'
import type { Exporter } from './exports/exporter'
import type { Importer } from './imports/importer'
import type { Handlers } from './rpc/dispatch'

export interface TransferOwners {
  readonly downloads: Downloads
  readonly exporter: Exporter
  readonly importer: Importer
}

/** Maps the calls that take things out of Parley, and conversations into it, to their owners. */
export function transferHandlers({
  downloads,
  exporter,
  importer,
}: TransferOwners): Pick<Handlers, Extract<keyof Handlers, `downloads.${string}` | `exports.${string}` | `imports.${string}`>> {
  return {
    'downloads.begin': ({ name }) => downloads.begin(name),
    'downloads.append': ({ downloadId, offset, data }) => downloads.append(downloadId, offset, Buffer.from(data, 'base64')),
    'downloads.finish': ({ downloadId }) => downloads.finish(downloadId),
    'downloads.cancel': ({ downloadId }) => downloads.cancel(downloadId),
    'exports.begin': (request) => exporter.begin(request),
    'exports.next': ({ exportId }) => exporter.next(exportId),
    'exports.cancel': ({ exportId }) => exporter.cancel(exportId),
    'exports.showInFolder': async ({ exportId }) => exporter.showInFolder(exportId),
    'imports.begin': async ({ name, bytes }) => ({ importId: importer.begin(name, bytes) }),
    'imports.append': async ({ importId, offset, data }) => importer.append(importId, offset, Buffer.from(data, 'base64')),
    'imports.next': ({ importId }) => importer.next(importId),
    'imports.cancel': ({ importId }) => importer.cancel(importId),
    'imports.list': async () => importer.imports(),
    'imports.undo': async ({ importId }) => importer.undo(importId),
  }
}
