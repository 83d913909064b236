import type { Message } from '../../shared/i18n/message'

/** The system calls for checking permissions on Windows. */
export interface WindowsLooks {
  isLink(path: string): Promise<boolean>
  /** Owner and access list in security descriptor definition language. */
  sddl(path: string): Promise<string>
}

/** The system, its administrators, and the Windows installer. */
const ADMINS: ReadonlySet<string> = new Set([
  'SY',
  'BA',
  'S-1-5-18',
  'S-1-5-32-544',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
])
/**
 * Rights that do not allow any change to a file or folder. Their letters come from directory services, where they mean something else.
 * Every other right counts as writing.
 */
const HARMLESS: ReadonlySet<string> = new Set(['GR', 'GX', 'RC', 'CC', 'SW', 'WP', 'LO', 'FR', 'FX'])
/**
 * Bits of the numeric rights: write data, append, write attributes (both kinds), delete, delete child, change list or owner, all, write.
 */
const WRITING = 0x2 | 0x4 | 0x10 | 0x40 | 0x100 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000

/** Why a user other than an administrator could have written a file. The file and its folder are checked. Throws the errors of `looks`. */
export async function unsafeWindows(file: string, folder: string, looks: WindowsLooks): Promise<Message | undefined> {
  for (const path of [folder, file]) {
    if (await looks.isLink(path)) return { id: 'policy.unsafe.link', params: { path } }
    const fault = faultInSddl(path, await looks.sddl(path))
    if (fault) return fault
  }
  return undefined
}

/** Pure: who else may write to a path, from its owner and access list. An unreadable list counts as unsafe. */
export function faultInSddl(path: string, sddl: string): Message | undefined {
  const [, owner, list] = /^O:(\w[\w-]*?)(?:G:[\w-]+?)?D:([A-Z]*(?:\((?:[^()]|\([^()]*\))*\))*)(?:S:.*)?$/s.exec(sddl.trim()) ?? []
  if (owner === undefined || list === undefined) return { id: 'policy.unsafe.unreadable', params: { path } }
  if (!ADMINS.has(owner)) return { id: 'policy.unsafe.notAdmins', params: { path } }
  // Super-linear, but only where a bracket is not closed, and the expression above lets no such list through.
  const entries = [...list.matchAll(/\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, entry = '']) => entry.split(';'))
  const writer = entries.find((entry) => letsOthersWrite(entry))
  return writer && { id: 'policy.unsafe.notAdminsOnly', params: { path, who: writer[5] ?? '?' } }
}

function letsOthersWrite([type = '', flags = '', rights = '', , , who = '']: readonly string[]): boolean {
  // A denial grants nothing, and an inherit-only entry does not apply to this path.
  if (/^(D|OD|XD)$/.test(type) || flags.match(/../g)?.includes('IO') || ADMINS.has(who)) return false
  return type !== 'A' || writes(rights)
}

function writes(rights: string): boolean {
  if (/^0x[0-9a-f]+$/i.test(rights)) return (Number(rights) & WRITING) !== 0
  const letters = rights.match(/../g) ?? []
  return letters.some((right) => !HARMLESS.has(right))
}
