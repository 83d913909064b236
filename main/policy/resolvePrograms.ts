import { access, constants, realpath, stat } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import type { Places } from './serverPatterns'

/** Where programs are: the path found on the PATH, and the targets of symbolic links. Empty for a program that is not found. */
export async function resolvePrograms(programs: readonly string[], path: string, cwd: string | undefined): Promise<Places> {
  const found = await Promise.all(programs.map(async (program) => [program, await lookUp(program, path, cwd)] as const))
  return new Map(found)
}

/**
 * Where npx and bunx find a program under the name of a package before they download it: beside themselves, on the PATH, and among the
 * packages of the folder that they start in and of all above it. Like `resolvePrograms`, the path and where links lead.
 */
export async function localPrograms(
  name: string,
  { runner, path, folder }: { readonly runner: string | undefined; readonly path: string; readonly folder: string | undefined },
): Promise<readonly string[]> {
  const beside = runner === undefined ? [] : [dirname(runner)]
  const start = folder ?? process.cwd()
  const folders = [...beside, ...path.split(delimiter), ...aboveOf(start).map((above) => join(above, 'node_modules', '.bin'))]
  const found = await Promise.all(folders.filter(isAbsolute).map((one) => lookUp(join(one, name), '', undefined)))
  return found.flat()
}

function aboveOf(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...aboveOf(above)]
}

async function lookUp(program: string, path: string, cwd: string | undefined): Promise<readonly string[]> {
  for (const candidate of candidates(program, path, cwd)) {
    if (await isProgram(candidate)) return [...new Set([candidate, await realpath(candidate)])]
  }
  return []
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    // What prevents checking the file also prevents running it.
    return false
  }
}

function candidates(program: string, path: string, cwd: string | undefined): readonly string[] {
  const isWindows = process.platform === 'win32'
  const endings = isWindows ? ['', '.com', '.exe', '.bat', '.cmd'] : ['']
  const here = cwd ?? process.cwd()
  const below = (folder: string, name: string): string => (isAbsolute(name) ? name : `${folder}${sep}${name}`)
  // A relative or empty folder on the PATH starts at the working folder. Windows always searches there first.
  const onPath = path.split(delimiter).map((folder) => (folder === '' ? here : below(here, folder)))
  const folders = /[/\\]/.test(program) ? [here] : [...(isWindows ? [here] : []), ...onPath]
  const whole = (folder: string): string => below(folder, program)
  return folders.flatMap((folder) => endings.map((ending) => `${whole(folder)}${ending}`))
}
