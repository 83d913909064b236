import { posix, win32 } from 'node:path'
import type { ServerPattern } from '../../shared/domain/policy'
import { assertNever } from '../../shared/lib/assertNever'
import { matchesWildcard } from './matchesWildcard'
import { imageSpelling, npmName, pypiName, pypiSpelling, imageName, type Package } from './packageSpecifiers'
import { programName, type CommandTarget, type CommandAnalysis } from './unwrapCommand'
import { matchesUrl } from './urlPattern'

/** The locations of a command's programs: the path found, and the targets of symbolic links. */
export type Places = ReadonlyMap<string, readonly string[]>

/** What a server runs or connects to. `places` is undefined if nothing has been looked up yet. */
export type ServerSubject =
  | { readonly kind: 'stdio'; readonly understood: CommandAnalysis; readonly places: Places | undefined }
  | { readonly kind: 'http'; readonly url: string }

type PackagePattern = { readonly from: Package['from']; readonly name: string }

/** Pure: whether a pattern forbids a server. Every program involved counts. If the command cannot be understood, its words count. */
export function isDenied(pattern: ServerPattern, subject: ServerSubject): boolean {
  if ('url' in pattern) return subject.kind === 'http' && matchesUrl(pattern.url, subject.url, true)
  if (subject.kind === 'http') return false
  const { understood, places } = subject
  const words = understood.clear ? [] : understood.words
  if ('command' in pattern) {
    return [...understood.programs, ...words].some((word) => isProgram(pattern.command, [word, ...(places?.get(word) ?? [])]))
  }
  const wanted = packagePattern(pattern)
  const named = understood.targets.flatMap(({ packages }) => packages)
  return [...named, ...words.flatMap((word) => readPackage(wanted.from, word))].some((found) => isPackage(wanted, found))
}

/**
 * Pure: whether a list of patterns admits a server. Everything it runs must be in the list. 'unknown' if nothing has been looked up yet.
 */
export function isAdmitted(patterns: readonly ServerPattern[], subject: ServerSubject): boolean | 'unknown' {
  if (subject.kind === 'http') return patterns.some((pattern) => 'url' in pattern && matchesUrl(pattern.url, subject.url))
  const { understood, places } = subject
  if (!understood.clear || understood.targets.length === 0) return false
  const answers = [
    ...understood.targets.map((target) => isTargetAdmitted(patterns, target, places)),
    ...understood.readers.map((program) => isTrueToName(patterns, program, places)),
  ]
  if (answers.includes(false)) return false
  return answers.includes('unknown') ? 'unknown' : true
}

function isTargetAdmitted(patterns: readonly ServerPattern[], target: CommandTarget, places: Places | undefined): boolean | 'unknown' {
  const found = places?.get(target.program) ?? []
  const commands = patterns.flatMap((pattern) => ('command' in pattern ? [pattern.command] : []))
  if (commands.some((command) => isAdmittedProgram(command, target.program, found))) return true
  const wanted = patterns.filter((pattern) => 'npm' in pattern || 'pypi' in pattern || 'image' in pattern).map(packagePattern)
  if (target.packages.length > 0 && target.packages.every((one) => wanted.some((pattern) => isPackage(pattern, one)))) return true
  return places === undefined && commands.some(isPath) ? 'unknown' : false
}

/** A path that is interpreted as a shell or runner must be the one found on the PATH under that name, or be in the list itself. */
function isTrueToName(patterns: readonly ServerPattern[], program: string, places: Places | undefined): boolean | 'unknown' {
  if (!isPath(program)) return true
  const found = places?.get(program) ?? []
  if (patterns.some((pattern) => 'command' in pattern && isAdmittedProgram(pattern.command, program, found))) return true
  if (!places) return 'unknown'
  const own = (places.get(programName(program)) ?? []).map(inOneSpelling)
  return withoutDots(found).some((path) => own.includes(inOneSpelling(path)))
}

/** On Windows, npx, npx.cmd and npx.ps1 are in the same folder and count as one. */
function inOneSpelling(path: string): string {
  if (!/^[a-z]:/i.test(path)) return posix.normalize(path)
  return win32
    .normalize(path)
    .toLowerCase()
    .replace(/\.(exe|cmd|bat|com|ps1)$/, '')
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

function packagePattern(pattern: Exclude<ServerPattern, { command: string } | { url: string }>): PackagePattern {
  if ('npm' in pattern) return { from: 'npm', name: pattern.npm.toLowerCase() }
  if ('pypi' in pattern) return { from: 'pypi', name: pypiSpelling(pattern.pypi) }
  return { from: 'image', name: imageSpelling(pattern.image) }
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
