import { createHash } from 'node:crypto'
import type { ProfileId } from '../../shared/domain/ids'
import type { Launch } from '../../shared/domain/server'
import { canonicalJson } from '../../shared/lib/json'

/**
 * Pure: tells one launch from another: command, arguments, folder and variables, or URL, headers and account, without showing any of them.
 */
export function launchHash(launch: Launch, profile?: ProfileId): string {
  const hash = createHash('sha256').update(canonicalJson(launch))
  return (profile === undefined ? hash : hash.update(profile)).digest('hex')
}
