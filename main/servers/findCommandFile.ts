import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, resolve } from 'node:path'
import type { StdioLaunch } from '../../shared/domain/server'

/** What a command means: the first file of that name in the folders of a PATH. */
export type FindCommandFile = (launch: StdioLaunch, signal: AbortSignal) => Promise<string | undefined>

/** Finds the file that would run, as the system does. Links are not followed: what they lead to changes with every update of a program. */
export function createCommandFile(loginShellPath: (signal: AbortSignal) => Promise<string>): FindCommandFile {
  return async ({ command, env, cwd = '.' }, signal) => {
    if (isAbsolute(command)) return command
    // Only the vault could tell where it is looked for.
    if (env['PATH'] !== undefined && typeof env['PATH'] !== 'string') return undefined
    const path = env['PATH'] ?? (await loginShellPath(signal))
    // An empty entry is the folder that it runs in, but on Windows.
    const isFolder = (entry: string): boolean => entry !== '' || process.platform !== 'win32'
    const folders = /[/\\]/.test(command) ? [''] : path.split(delimiter).filter(isFolder)
    for (const folder of folders)
      for (const ending of process.platform === 'win32' ? ['', '.com', '.exe', '.bat', '.cmd'] : ['']) {
        const candidate = resolve(cwd, folder, `${command}${ending}`)
        if (await isProgram(candidate)) return candidate
      }
    return undefined
  }
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
