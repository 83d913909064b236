import { normalizeText } from '../lib/limitCombiningMarks'

/** A normalized path on a computer: without `.`, `..`, doubled slashes and the like. */
export interface ParsedPath {
  readonly system: 'posix' | 'windows'
  /** The drive letter. Empty on POSIX. */
  readonly drive: string
  readonly segments: readonly string[]
}

const LONGEST = 32_768

/**
 * Pure: reads the place that an absolute path or `file:` URI names, on either system. Undefined if two programs could read different places
 * from it (relative paths, network shares, control characters, `%2e` in a plain path, `／` for `/`, several paths in one text, streams and
 * short names of Windows).
 */
export function parsePath(text: string): ParsedPath | undefined {
  if (text.length > LONGEST || /\p{Cc}/u.test(text)) return undefined
  const path = /^file:/i.test(text) ? pathOfUri(text) : text
  if (path === undefined || escapesPath.test(path) || holdsLookAlike(path)) return undefined
  const [, drive, rest] = /^([A-Za-z]):([\\/].*)$/.exec(path) ?? []
  if (drive !== undefined && rest !== undefined) return windowsPlace(drive, rest)
  // Some programs remove spaces at the end, and some do not.
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\') || /\s$/.test(path) || anotherPath.test(path)) return undefined
  return { system: 'posix', drive: '', segments: walk(path.split('/')) }
}

// Escapes that name another place for a program that decodes once more.
const escapesPath = /%(?:2e|2f|5c|25|00)/i

// Text that starts another path for a program that takes a list of paths.
const anotherPath = /[\s,;:|](?:[/~]|\.\.(?:\/|$)|[a-z]:[\\/]|file:)/i
const anotherWindowsPath = /[\s,;](?:~|\.\.(?:[\\/]|$))|[,;][\\/]/

/** Whether a character becomes a dot, a slash, a colon or a percent sign in a program that normalizes Unicode: `．`, `／`, `℀`. */
function holdsLookAlike(path: string): boolean {
  if (normalizeText(path, 'NFKC') === path) return false
  return Array.from(path).some((sign) => !separating.test(sign) && separating.test(sign.normalize('NFKC')))
}

const separating = /[./\\:%]/

function pathOfUri(uri: string): string | undefined {
  const encoded = /^file:\/\/(?:localhost)?(\/[^?#]*)$/i.exec(uri)?.[1]
  if (encoded === undefined || /%(?:2f|5c|00)/i.test(encoded)) return undefined
  try {
    const path = decodeURIComponent(encoded)
    if (/\p{Cc}/u.test(path)) return undefined
    return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path
  } catch {
    // Programs read a stray percent sign differently.
    return undefined
  }
}

function windowsPlace(drive: string, rest: string): ParsedPath | undefined {
  if (anotherWindowsPath.test(rest)) return undefined
  const read = rest.split(/[\\/]/).map((part) => (part === '.' || part === '..' ? part : withoutTail(part)))
  const parts = read.filter((part) => part !== undefined)
  if (parts.length < read.length) return undefined
  return { system: 'windows', drive: drive.toLowerCase(), segments: walk(parts) }
}

/**
 * Removes dots and spaces at the end of a name, as Windows does. Undefined for short names, streams after a colon, and the currency signs
 * that stand for `\` in Asia.
 */
function withoutTail(part: string): string | undefined {
  let end = part.length
  while (part[end - 1] === '.' || part[end - 1] === ' ') end--
  const name = part.slice(0, end)
  if (name === '' && part !== '') return undefined
  return /[:<>|"?*¥₩]|~\d/.test(name) ? undefined : name
}

function walk(parts: readonly string[]): string[] {
  const segments: string[] = []
  for (const part of parts) {
    if (part === '..') segments.pop()
    else if (part !== '' && part !== '.') segments.push(part)
  }
  return segments
}
