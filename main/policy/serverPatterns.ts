import { posix, win32 } from 'node:path'
import type { ServerPattern } from '../../shared/domain/policy'
import { assertNever } from '../../shared/lib/assertNever'
import type { CommandAnalysis, CommandTarget } from './commands/commandAnalysis'
import { imageSpelling, npmName, otherSpellings, pypiName, pypiSpelling, imageName, type Package } from './commands/packageSpecifiers'
import { programName } from './commands/unwrapCommand'
import { matchesWildcard } from '../../shared/lib/matchesWildcard'
import { matchesServerUrl, matchesUrl } from './urlPattern'

/** The locations of a command's programs: the path found, and the targets of symbolic links. */
export type Places = ReadonlyMap<string, readonly string[]>

/** What a server runs or connects to. */
export type ServerSubject =
  | {
      readonly kind: 'stdio'
      readonly id: string
      /** The command and all arguments, as they are started. */
      readonly line: readonly string[]
      readonly understood: CommandAnalysis
      /** The folder to start in, if the entry names one. */
      readonly folder: string | undefined
      /** Undefined if nothing has been looked up yet. */
      readonly places: Places | undefined
    }
  | { readonly kind: 'http'; readonly id: string; readonly url: string }

/** Pure: the same program with the same arguments, to the letter. */
function isLine(wanted: readonly string[], line: readonly string[]): boolean {
  return wanted.length === line.length && wanted.every((word, index) => word === line[index])
}

/** Pure: whether a pattern is about commands, so that a command has to be understood to be compared with it. */
export function readsCommands(pattern: ServerPattern): boolean {
  return 'command' in pattern || 'npm' in pattern || 'pypi' in pattern || 'image' in pattern
}

type PackagePattern = { readonly from: Package['from']; readonly name: string }

/** Pure: whether a pattern forbids a server. Every program involved counts. If the command cannot be understood, its words count. */
export function isDenied(pattern: ServerPattern, subject: ServerSubject): boolean {
  if ('serverName' in pattern) return pattern.serverName === subject.id
  if ('url' in pattern) return subject.kind === 'http' && matchesUrl(pattern.url, subject.url, true)
  if ('serverUrl' in pattern) return subject.kind === 'http' && matchesServerUrl(pattern.serverUrl, subject.url, true)
  if (subject.kind === 'http') return false
  if ('serverCommand' in pattern) return isLine(pattern.serverCommand, subject.line)
  const { understood, places } = subject
  const words = understood.clear ? [] : understood.words
  if ('command' in pattern) {
    return [...understood.programs, ...words].some((word) => isProgram(pattern.command, [word, ...(places?.get(word) ?? [])]))
  }
  const wanted = packagePattern(pattern)
  if (!wanted) return false
  const named = understood.targets.flatMap(({ packages }) => packages)
  return [...named, ...words.flatMap((word) => readPackage(wanted.from, word))].some((found) =>
    [found.name, ...otherSpellings(found)].some((name) => isPackage(wanted, { from: found.from, name })),
  )
}

/**
 * Whether a list admits a server, or what is in the way. 'unknown': nothing has been looked up yet. 'folder': it would be admitted if it did
 * not name a folder. 'local': a program of this computer would run in the place of a package.
 */
export type Admission = 'admitted' | 'unknown' | 'local' | 'folder' | 'unclear' | 'notListed'

/** From no obstacle to the greatest. */
const GRADES: readonly Admission[] = ['admitted', 'unknown', 'local', 'folder', 'unclear', 'notListed']

/** Pure: whether a list of patterns admits a server. Everything that it runs must be in the list. */
export function admission(patterns: readonly ServerPattern[], subject: ServerSubject): Admission {
  if (patterns.some((pattern) => 'serverName' in pattern && pattern.serverName === subject.id)) return 'admitted'
  if (subject.kind === 'http') return patterns.some((pattern) => isAddress(pattern, subject.url)) ? 'admitted' : 'notListed'
  const { understood } = subject
  const lines = patterns.filter((pattern) => 'serverCommand' in pattern).filter((pattern) => isLine(pattern.serverCommand, subject.line))
  // The same words can run something else in another folder: `uv run server.py`.
  if (lines.length > 0) return lines.some(({ cwd }) => cwd === subject.folder) ? 'admitted' : 'folder'
  if (!understood.clear || understood.targets.length === 0) return 'unclear'
  const grades = [
    ...understood.targets.map((target) => targetAdmission(patterns, target, subject)),
    ...understood.readers.map((program) => isTrueToName(patterns, program, subject)),
  ]
  return GRADES.findLast((grade) => grades.includes(grade)) ?? 'admitted'
}

function isAddress(pattern: ServerPattern, url: string): boolean {
  if ('serverUrl' in pattern) return matchesServerUrl(pattern.serverUrl, url)
  return 'url' in pattern && matchesUrl(pattern.url, url)
}

/** npx, pnpm, yarn, bunx and pipx read settings and packages of the folder that they start in. */
function isByFolder({ from }: Package): boolean {
  return from !== 'image'
}

function targetAdmission(
  patterns: readonly ServerPattern[],
  target: CommandTarget,
  { places, folder }: Extract<ServerSubject, { kind: 'stdio' }>,
): Admission {
  const found = places?.get(target.program) ?? []
  const commands = patterns.flatMap((pattern) => ('command' in pattern ? [pattern.command] : []))
  if (commands.some((command) => isAdmittedProgram(command, target.program, found))) return 'admitted'
  const wanted = patterns.flatMap((pattern) => packagePattern(pattern) ?? [])
  const isListed = target.packages.length > 0 && target.packages.every((one) => wanted.some((pattern) => isPackage(pattern, one)))
  if (!isListed) return places === undefined && commands.some(isPath) ? 'unknown' : 'notListed'
  if (folder !== undefined && target.packages.some(isByFolder)) return 'folder'
  return target.localName === undefined ? 'admitted' : localAdmission(commands, target, target.localName, places)
}

/** A program that npx finds under the package's name has to be that package's own, or be in the list itself. */
function localAdmission(commands: readonly string[], { packages }: CommandTarget, name: string, places: Places | undefined): Admission {
  if (!places) return 'unknown'
  const found = places.get(name) ?? []
  const isOfPackage = (path: string): boolean => packages.some((own) => path.replaceAll('\\', '/').includes(`/node_modules/${own.name}/`))
  const isOwn = found.length === 0 || withoutDots(found).some(isOfPackage)
  return isOwn || commands.some((command) => isAdmittedProgram(command, name, found)) ? 'admitted' : 'local'
}

/** What is interpreted as a shell or runner must be what its plain name finds on the PATH, or be in the list itself. */
function isTrueToName(
  patterns: readonly ServerPattern[],
  program: string,
  { places, folder }: Extract<ServerSubject, { kind: 'stdio' }>,
): Admission {
  const found = places?.get(program) ?? []
  if (patterns.some((pattern) => 'command' in pattern && isAdmittedProgram(pattern.command, program, found))) return 'admitted'
  // Windows looks there before the PATH, and with an entry such as `node_modules/.bin` the PATH itself leads there.
  if (folder !== undefined && found.some((path) => isBelow(folder, path))) return 'folder'
  // `npx-cli` is read as npx, and may be another program.
  if (program.toLowerCase().replace(/\.(exe|cmd|bat|com|ps1)$/, '') === programName(program)) return 'admitted'
  if (!places) return 'unknown'
  const own = (places.get(programName(program)) ?? []).map(inOneSpelling)
  return withoutDots(found).some((path) => own.includes(inOneSpelling(path))) ? 'admitted' : 'notListed'
}

/** On Windows, npx, npx.cmd and npx.ps1 are in the same folder and count as one. */
function inOneSpelling(path: string): string {
  if (!/^[a-z]:/i.test(path)) return posix.normalize(path)
  return win32
    .normalize(path)
    .toLowerCase()
    .replace(/\.(exe|cmd|bat|com|ps1)$/, '')
}

/** Whether a path leads into a folder, as both are written. On Windows a folder needs no drive. */
function isBelow(folder: string, path: string): boolean {
  if (!/^[a-z]:|\\/i.test(path)) return posix.normalize(path).startsWith(posix.join(folder, '/'))
  return win32.normalize(path).toLowerCase().startsWith(win32.join(folder, '/').toLowerCase())
}

/** Drops paths with `..`: if a link is involved, the text before `..` does not show where the path leads. */
function withoutDots(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !/(^|[/\\])\.\.([/\\]|$)/.test(path))
}

/** An absolute path must be where the program was really found. A bare name is compared with the program's name. */
function isAdmittedProgram(pattern: string, word: string, found: readonly string[]): boolean {
  return isPath(pattern)
    ? withoutDots(found).some((path) => isSamePath(pattern, path))
    : matchesWildcard(programName(pattern), programName(word))
}

function isProgram(pattern: string, names: readonly string[]): boolean {
  if (isPath(pattern)) return names.some((name) => isPath(name) && isSamePath(pattern, name))
  return names.some((name) => matchesWildcard(programName(pattern), programName(name)))
}

function isPath(text: string): boolean {
  return /[/\\]/.test(text)
}

function isSamePath(pattern: string, path: string): boolean {
  const isWindows = /^[a-z]:|\\/i.test(pattern)
  const [wanted, is] = isWindows
    ? [win32.normalize(pattern).toLowerCase(), win32.normalize(path).toLowerCase()]
    : [posix.normalize(pattern), posix.normalize(path)]
  return matchesWildcard(wanted, is)
}

function packagePattern(pattern: ServerPattern): PackagePattern | undefined {
  if ('npm' in pattern) return { from: 'npm', name: pattern.npm.toLowerCase() }
  if ('pypi' in pattern) return { from: 'pypi', name: pypiSpelling(pattern.pypi) }
  return 'image' in pattern ? { from: 'image', name: imageSpelling(pattern.image) } : undefined
}

function isPackage(wanted: PackagePattern, { from, name }: Package): boolean {
  return wanted.from === from && matchesWildcard(wanted.name, name)
}

function readPackage(from: Package['from'], word: string): readonly Package[] {
  return [readerOf(from)(word)].filter((found) => found !== undefined)
}

function readerOf(from: Package['from']): (text: string) => Package | undefined {
  switch (from) {
    case 'npm':
      return npmName
    case 'pypi':
      return pypiName
    case 'image':
      return imageName
    default:
      return assertNever(from)
  }
}
