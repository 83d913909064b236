import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportSource } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { readImportedServers } from './readImportedServers'

const LARGEST_BYTES = 4 * 1024 * 1024

/** Looks for configurations of other hosts in the user's folders. Only reads them. A missing file is not a source. */
export async function findServerImportSources(folders: {
  readonly home: string
  readonly config: string
}): Promise<readonly ImportSource[]> {
  const places: readonly { readonly host: ImportSource['host']; readonly path: string }[] = [
    { host: 'Claude Desktop', path: join(folders.config, 'Claude', 'claude_desktop_config.json') },
    { host: 'VS Code', path: join(folders.config, 'Code', 'User', 'mcp.json') },
    { host: 'VS Code', path: join(folders.config, 'Code', 'User', 'settings.json') },
    { host: 'Cursor', path: join(folders.home, '.cursor', 'mcp.json') },
  ]
  const sources = await Promise.all(places.map(async (place) => ({ ...place, found: await readSource(place.path) })))
  return sources.flatMap(({ host, path, found }) =>
    found && found.servers.length + found.problems.length > 0 ? [{ host, path, found }] : [],
  )
}

async function readSource(path: string): Promise<ImportSource['found'] | undefined> {
  try {
    if ((await stat(path)).size > LARGEST_BYTES) return { servers: [], problems: [{ id: 'servers.import.tooLarge' }] }
    const text = await readFile(path, 'utf8')
    // VS Code's settings usually contain no servers. Then they are not a source.
    return /"(mcpServers|servers|mcp)"/.test(text) ? readImportedServers(text) : undefined
  } catch (thrown) {
    if (isAbsent(thrown)) return undefined
    return { servers: [], problems: [{ id: 'servers.import.file', params: { said: AppError.from(thrown).message } }] }
  }
}

function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR')
}
