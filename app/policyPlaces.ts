import { posix, win32 } from 'node:path'
import type { PolicyPlace } from '../main/ports'

export interface PolicySources {
  /** The value of `--policy`. No variable and no file can set it, because programs that the policy restricts could change those. */
  readonly option: string | undefined
  readonly platform: NodeJS.Platform
  /** The Windows folder for the data of all users. It can add a place, but never removes one. */
  readonly programData: string | undefined
  readonly cwd: string
}

/**
 * Pure: returns the places of policies: the computer's own place first, then the file from the command line. Every shell uses the same
 * places.
 */
export function policyPlaces({ option, platform, programData, cwd }: PolicySources): readonly PolicyPlace[] {
  const { resolve } = platform === 'win32' ? win32 : posix
  const own = machinePaths(platform, programData).map((path) => ({ path, mustBelongToRoot: true }))
  return option === undefined ? own : [...own, { path: resolve(cwd, option), mustBelongToRoot: false }]
}

function machinePaths(platform: NodeJS.Platform, programData: string | undefined): readonly string[] {
  if (platform === 'darwin') return ['/Library/Application Support/Parley/policy.json']
  if (platform !== 'win32') return ['/etc/parley/policy.json']
  const usual = 'C:\\ProgramData'
  const isElsewhere =
    programData !== undefined && win32.isAbsolute(programData) && win32.normalize(programData).toLowerCase() !== usual.toLowerCase()
  return [usual, ...(isElsewhere ? [programData] : [])].map((folder) => win32.join(folder, 'Parley', 'policy.json'))
}
