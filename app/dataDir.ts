import { posix, win32 } from 'node:path'

export interface DataDirSources {
  /** What `--data-dir` said. */
  readonly option: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly cwd: string
}

/**
 * Where everything of the user's lives: `--data-dir`, else `PARLEY_DATA_DIR`, else the folder that Electron would use. Pure, and the same
 * in every shell, so that what was begun in one is found in the other.
 */
export function dataDir({ option, env, platform, home, cwd }: DataDirSources): string {
  const { join, resolve } = platform === 'win32' ? win32 : posix
  const chosen = option || env['PARLEY_DATA_DIR']
  if (chosen) return resolve(cwd, chosen)
  return join(configFolder(env, platform, home), 'Parley')
}

/** Where programs of this platform keep their configuration; other hosts' files are looked for there too. */
export function configFolder(env: DataDirSources['env'], platform: NodeJS.Platform, home: string): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env['APPDATA'] || win32.join(home, 'AppData', 'Roaming')
  // The XDG base directory specification tells programs to ignore relative paths.
  const xdg = env['XDG_CONFIG_HOME']
  return xdg && posix.isAbsolute(xdg) ? xdg : posix.join(home, '.config')
}
