import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, resolve } from 'node:path'
import type { StdioLaunch } from '../../shared/domain/server'

/** Finds the file that a command runs: the first file with that name in the folders of a PATH. */
export type FindCommandFile = (launch: StdioLaunch, signal: AbortSignal) => Promise<string | undefined>

/**
 * Finds the file that would run, in the same way as the system. Links are not followed, because their targets change with every update of a
 * program.
 */
export function createFindCommandFile(
  loginShellPath: (signal: AbortSignal) => Promise<string>,
  platform: NodeJS.Platform = process.platform,
): FindCommandFile {
  const isWindows = platform === 'win32'
  const endings = isWindows ? ['', '.com', '.exe', '.bat', '.cmd'] : ['']
  return async ({ command, env, cwd = '.' }, signal) => {
    if (isAbsolute(command)) return command
    // The PATH is a secret, and only the vault knows it.
    if (env['PATH'] !== undefined && typeof env['PATH'] !== 'string') return undefined
    const path = env['PATH'] ?? (await loginShellPath(signal))
    // An empty entry means the working folder. On Windows it means nothing, and the working folder comes before all entries.
    const entries = path.split(delimiter)
    const folders = isWindows ? ['', ...entries.filter((entry) => entry !== '')] : entries
    for (const folder of /[/\\]/.test(command) ? [''] : folders)
      for (const ending of endings) {
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
    // A file that cannot be inspected cannot be run either.
    return false
  }
}
