import { existsSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { AppError } from '../../../shared/errors/appError'

/** Where a browser may be looked for. */
export interface BrowserPlaces {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'brave-browser',
]
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser']
const windowsApps = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/** Pure: the files that may be a browser of the Chromium family, the one that a person named first. */
export function browserCandidates({ env, platform }: BrowserPlaces): readonly string[] {
  const named = env['CHROMIUM_PATH']
  // A file that was named and is not there is no reason to take another one.
  if (named !== undefined && named !== '') return [named]
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter((root) => root !== undefined)
    return roots.flatMap((root) => windowsApps.map((file) => win32.join(root, file)))
  }
  const inPath = (env['PATH'] ?? '')
    .split(':')
    .filter((folder) => folder.startsWith('/'))
    .flatMap((folder) => names.map((name) => posix.join(folder, name)))
  return [...inPath, ...(platform === 'darwin' ? macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`) : [])]
}

/** Finds a browser of the Chromium family on this computer. @throws {AppError} NOT_FOUND */
export function findBrowser(places: BrowserPlaces, exists: (file: string) => boolean = existsSync): string {
  const found = browserCandidates(places).find((file) => exists(file))
  if (found === undefined) throw new AppError('NOT_FOUND', { reason: 'cli.noBrowser' })
  return found
}
