import { access, constants, realpath, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, sep } from 'node:path'
import type { Places } from './serverPatterns'

/** Where programs lie: each as it is found on the PATH, and where links lead from there. One that is not found is nowhere. */
export async function resolvePrograms(programs: readonly string[], path: string, cwd: string | undefined): Promise<Places> {
  const found = await Promise.all(programs.map(async (program) => [program, await lookUp(program, path, cwd)] as const))
  return new Map(found)
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
    // Whatever keeps it from being looked at keeps it from being run.
    return false
  }
}

function candidates(program: string, path: string, cwd: string | undefined): readonly string[] {
  const isWindows = process.platform === 'win32'
  const endings = isWindows ? ['', '.com', '.exe', '.bat', '.cmd'] : ['']
  const here = cwd ?? process.cwd()
  const below = (folder: string, name: string): string => (isAbsolute(name) ? name : `${folder}${sep}${name}`)
  // A folder that is not whole, or empty, begins where the program runs; Windows looks there first in any case.
  const onPath = path.split(delimiter).map((folder) => (folder === '' ? here : below(here, folder)))
  const folders = /[/\\]/.test(program) ? [here] : [...(isWindows ? [here] : []), ...onPath]
  const whole = (folder: string): string => below(folder, program)
  return folders.flatMap((folder) => endings.map((ending) => `${whole(folder)}${ending}`))
}
