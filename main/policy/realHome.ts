import { realpathSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The user's home folder from the system, which environment variables cannot change; else `otherwise`. */
export function realHome(otherwise: string): string {
  try {
    return realpathSync(userInfo().homedir)
  } catch {
    // Users missing from the user database, as in some containers, have no home there.
    return otherwise
  }
}
