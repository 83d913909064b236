import { realpathSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The home of whoever runs Parley as the system knows it, which no variable changes; else what the shell takes for it. */
export function realHome(otherwise: string): string {
  try {
    return realpathSync(userInfo().homedir)
  } catch {
    // Who is not in the list of users, as in some containers, has no home there.
    return otherwise
  }
}
