import type { Message } from '../../shared/messages/message'

/** What the safety of a path is judged by on Windows. */
export interface WindowsLooks {
  isLink(path: string): Promise<boolean>
  /** Owner and access list in the security descriptor definition language. */
  sddl(path: string): Promise<string>
}

/** The system, its administrators, and the installer of Windows itself. */
const ADMINS: ReadonlySet<string> = new Set([
  'SY',
  'BA',
  'S-1-5-18',
  'S-1-5-32-544',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
])
/**
 * Rights in letters that let nobody change anything of a file or a folder: the letters are named after a directory service, where they say
 * something else. Whatever else is granted counts as writing.
 */
const HARMLESS: ReadonlySet<string> = new Set(['GR', 'GX', 'RC', 'CC', 'SW', 'WP', 'LO', 'FR', 'FX'])
/** Of the rights as a number: write data, append, write attributes (both kinds), delete, delete child, change list or owner, all, write. */
const WRITING = 0x2 | 0x4 | 0x10 | 0x40 | 0x100 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000

/** Why somebody else than an administrator could have written a file: the file and its folder count. Throws what `looks` throws. */
export async function unsafeWindows(file: string, folder: string, looks: WindowsLooks): Promise<Message | undefined> {
  for (const path of [folder, file]) {
    if (await looks.isLink(path)) return { id: 'policy.unsafe.link', params: { path } }
    const fault = faultInSddl(path, await looks.sddl(path))
    if (fault) return fault
  }
  return undefined
}

/** Pure: what of the owner and access list of a path lets others write; what cannot be read does. */
export function faultInSddl(path: string, sddl: string): Message | undefined {
  const [, owner, list] = /^O:(\w[\w-]*?)(?:G:[\w-]+?)?D:([A-Z]*(?:\((?:[^()]|\([^()]*\))*\))*)(?:S:.*)?$/s.exec(sddl.trim()) ?? []
  if (owner === undefined || list === undefined) return { id: 'policy.unsafe.unreadable', params: { path } }
  if (!ADMINS.has(owner)) return { id: 'policy.unsafe.notAdmins', params: { path } }
  const entries = [...list.matchAll(/\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, entry = '']) => entry.split(';'))
  const writer = entries.find((entry) => letsOthersWrite(entry))
  return writer && { id: 'policy.unsafe.notAdminsOnly', params: { path, who: writer[5] ?? '?' } }
}

function letsOthersWrite([type = '', flags = '', rights = '', , , who = '']: readonly string[]): boolean {
  // A denial lets nobody in, and what is only for entries below says nothing of this one.
  if (/^(D|OD|XD)$/.test(type) || flags.match(/../g)?.includes('IO') || ADMINS.has(who)) return false
  return type !== 'A' || writes(rights)
}

function writes(rights: string): boolean {
  if (/^0x[0-9a-f]+$/i.test(rights)) return (Number(rights) & WRITING) !== 0
  const letters = rights.match(/../g) ?? []
  return letters.some((right) => !HARMLESS.has(right))
}
