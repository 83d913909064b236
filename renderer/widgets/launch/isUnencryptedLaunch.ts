import type { Launch } from '../../../shared/domain/server'
import { isUnencrypted } from '../../../shared/lib/isUnencrypted'

/** Pure: whether anybody on the way to a server can read and change what is sent, as to `http://` on another computer. */
export function isUnencryptedLaunch(launch: Launch): boolean {
  return launch.kind === 'http' && isUnencrypted(URL.canParse(launch.url) ? new URL(launch.url) : null)
}
