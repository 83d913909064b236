import { posix, win32 } from 'node:path'
import type { PolicyPlace } from '../main/ports'

export interface PolicySources {
  /** What `--policy` said. No variable and no file says it: those could be changed by what Parley is to be kept from. */
  readonly option: string | undefined
  readonly platform: NodeJS.Platform
  /** What Windows calls the folder for the data of all users. It adds a place, and takes none away. */
  readonly programData: string | undefined
  readonly cwd: string
}

/** Where policies are looked for: the computer's own place first, then what the command line named. Pure, and the same in every shell. */
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
