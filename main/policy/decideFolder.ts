import { posix, win32 } from 'node:path'
import type { AppError } from '../../shared/errors/appError'
import type { Policy } from './policySheet'
import { askWhom, policyRefusal } from './policyRefusal'
import type { Message, MessageParam } from '../../shared/i18n/message'

/** Pure: why a folder (by its real path) may not be shared with any server; undefined if it may. */
export function forbidsFolder(policy: Policy, path: string): AppError | undefined {
  const sheet = policy.sheets.find(({ folders }) => folders?.within && !folders.within.some((outer) => isInside(outer, path)))
  return sheet && policyRefusal(sheet, 'policy.folder', { path, folders: namesOrNone(sheet.folders?.within ?? []) })
}

function namesOrNone(names: readonly string[]): MessageParam {
  return names.length > 0 ? names : { id: 'policy.none' }
}

export interface FixedFolders {
  readonly folders: readonly string[]
  /** The policies that set them. */
  readonly by: readonly string[]
  /** Whom to ask about it. */
  readonly ask: Message
}

/** Pure: the folders that a server is told about regardless of the user's choice; undefined if the user chooses. */
export function fixedFolders({ sheets }: Policy, serverId: string): FixedFolders | undefined {
  const fixing = sheets.flatMap(({ name, contact, folders }) => {
    const own = folders?.ofServers && Object.hasOwn(folders.ofServers, serverId) ? folders.ofServers[serverId] : undefined
    return own ? [{ name, ask: askWhom({ name, contact }), folders: own }] : []
  })
  const [first, ...others] = fixing
  if (!first) return undefined
  const folders = first.folders.filter((folder) => others.every((other) => other.folders.includes(folder)))
  return {
    folders: folders.filter((folder) => !forbidsFolder({ sheets }, folder)),
    by: [...new Set(fixing.map(({ name }) => name))],
    ask: first.ask,
  }
}

/** Pure: whether a path is a folder or lies below it. Both are absolute paths in the same notation. */
export function isInside(folder: string, path: string): boolean {
  const isWindows = /^[a-z]:/i.test(folder)
  if (isWindows !== /^[a-z]:/i.test(path)) return false
  const { relative, isAbsolute, sep } = isWindows ? win32 : posix
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
