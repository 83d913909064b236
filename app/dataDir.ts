import { posix, win32 } from 'node:path'

export interface DataDirSources {
  /** The value of `--data-dir`. */
  readonly option: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly cwd: string
}

/**
 * Pure: returns the folder of all user data: `--data-dir`, otherwise `PARLEY_DATA_DIR`, otherwise the folder that Electron would use. Every
 * shell uses the same folder, so that all shells share their data.
 */
export function dataDir({ option, env, platform, home, cwd }: DataDirSources): string {
  const { join, resolve } = platform === 'win32' ? win32 : posix
  const chosen = option || env['PARLEY_DATA_DIR']
  if (chosen) return resolve(cwd, chosen)
  return join(configFolder(env, platform, home), 'Parley')
}

/** Returns the folder where programs of this platform store their configuration. Other hosts' files are searched there too. */
export function configFolder(env: DataDirSources['env'], platform: NodeJS.Platform, home: string): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env['APPDATA'] || win32.join(home, 'AppData', 'Roaming')
  // The XDG base directory specification tells programs to ignore relative paths.
  const xdg = env['XDG_CONFIG_HOME']
  return xdg && posix.isAbsolute(xdg) ? xdg : posix.join(home, '.config')
}
