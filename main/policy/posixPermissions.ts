import { posix } from 'node:path'
import type { Message } from '../../shared/i18n/message'

export interface PosixEntry {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly uid: number
  readonly gid: number
  readonly mode: number
}

/** The system calls for checking permissions. */
export interface PosixLooks {
  /** For the entry itself, not the target of a link. */
  lstat(path: string): Promise<PosixEntry>
  readlink(path: string): Promise<string>
  /** Those who may write through an access list in addition to the mode, as the list names them. */
  writersBeside(path: string): Promise<readonly string[]>
  /** A group of administrators that may write. */
  readonly adminGroup?: number | undefined
}

const ROOT = 0
const LINKS_MOST = 40

/**
 * Why a user other than root could have written or replaced a file; undefined if none could. Every folder and link on the path is checked,
 * because changing any of them changes what is read. Throws the errors of `looks`.
 */
export async function unsafePosix(path: string, looks: PosixLooks): Promise<Message | undefined> {
  const names = posix.resolve('/', path).split('/')
  let at = '/'
  let links = 0
  let kind: PosixEntry['kind'] = 'folder'
  while (names.length > 0) {
    const name = names.shift() ?? ''
    const next = name === '..' ? posix.dirname(at) : posix.join(at, name)
    const entry = await looks.lstat(next)
    const fault = await faultOf(next, entry, looks)
    if (fault !== undefined) return fault
    if (entry.kind === 'link') {
      if (++links > LINKS_MOST) return { id: 'policy.unsafe.circle', params: { path } }
      const target = await looks.readlink(next)
      names.unshift(...target.split('/'))
      if (posix.isAbsolute(target)) at = '/'
      continue
    }
    at = next
    kind = entry.kind
  }
  return kind === 'file' ? undefined : { id: 'policy.unsafe.noFile', params: { path: at } }
}

async function faultOf(path: string, { kind, uid, gid, mode }: PosixEntry, looks: PosixLooks): Promise<Message | undefined> {
  if (uid !== ROOT) return { id: 'policy.unsafe.notRoot', params: { path } }
  // A link's own mode has no meaning. Its folder decides who may change it.
  if (kind === 'link') return undefined
  if ((mode & 0o002) !== 0) return { id: 'policy.unsafe.everybody', params: { path } }
  if ((mode & 0o020) !== 0 && gid !== looks.adminGroup) return { id: 'policy.unsafe.group', params: { path } }
  const [writer] = await looks.writersBeside(path)
  return writer === undefined ? undefined : { id: 'policy.unsafe.others', params: { path, who: writer } }
}

/** Pure: the lines of a macOS access list (`ls -lde`) that allow writing. */
export function writersInList(listing: string): readonly string[] {
  return listing
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => /^\d+:\s/.test(line) && /\sallow\s/.test(line) && WRITES.test(line))
    .filter((line) => !/^\d+:\s+(user:root|group:(wheel|admin))\s/.test(line))
}

const WRITES = /\b(write|append|delete|delete_child|add_file|add_subdirectory|writeattr|writeextattr|writesecurity|chown)\b/
