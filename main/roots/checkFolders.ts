import { realpath } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import type { FolderCheck, FolderRisk } from '../../shared/domain/folderListing'
import type { AppErrorData } from '../../shared/errors/appError'
import { realFolderPath } from './realFolderPath'

/** Folders of a home that hold keys, tokens and passwords. */
const KEYS = [
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.kube',
  '.docker',
  '.password-store',
  '.config/gcloud',
  '.config/gh',
  '.local/share/keyrings',
  '.mozilla',
  'Library/Keychains',
  'AppData/Roaming/Microsoft/Credentials',
]

export interface Places {
  readonly home: string
  /** Parley's own data folder. */
  readonly dataDir: string
}

interface Permitted {
  /** Why a policy forbids sharing a folder, given by its real path. */
  readonly forbids?: (path: string) => AppErrorData | undefined
}

/** Says of each folder, a path or `file:` URI, whether it is there, and what a person should know before a server is told about it. */
export async function checkFolders(folders: readonly string[], places: Places & Permitted): Promise<readonly FolderCheck[]> {
  const real = await realPlaces(places)
  return Promise.all(
    folders.map(async (folder) => {
      const path = await realFolderPath(folder).catch(() => undefined)
      const risk = path === undefined ? undefined : folderRisk(path, real, process.platform)
      const forbidden = path === undefined ? undefined : places.forbids?.(path)
      return { folder, found: path !== undefined, ...(risk && { risk }), ...(forbidden && { forbidden }) }
    }),
  )
}

/** The places with every link in their paths followed. */
export async function realPlaces({ home, dataDir }: Places): Promise<Places> {
  const real = (path: string): Promise<string> => realpath(path).catch(() => path)
  return { home: await real(home), dataDir: await real(dataDir) }
}

/** Pure: what is special about sharing a folder, given by its real path; undefined for any other folder. */
export function folderRisk(path: string, { home, dataDir }: Places, platform: NodeJS.Platform): FolderRisk | undefined {
  const system = platform === 'win32' ? win32 : posix
  // Both systems take names that differ only in their case for the same.
  const spell = (text: string): string => (platform === 'win32' || platform === 'darwin' ? text.toLowerCase() : text)
  const isIn = (inner: string, outer: string): boolean => {
    const way = system.relative(spell(outer), spell(inner))
    return way === '' || (!way.startsWith('..') && !system.isAbsolute(way))
  }
  if (system.parse(path).root === system.normalize(path)) return 'everything'
  if (isIn(home, path)) return 'home'
  if (isIn(path, dataDir) || isIn(dataDir, path)) return 'parley'
  const keys = KEYS.map((name) => system.join(home, name))
  return keys.some((folder) => isIn(path, folder) || isIn(folder, path)) ? 'keys' : undefined
}
