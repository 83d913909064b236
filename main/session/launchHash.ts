import { createHash } from 'node:crypto'
import type { AccountId } from '../../shared/domain/ids'
import type { Launch } from '../../shared/domain/server'
import { canonicalJson } from '../../shared/lib/json'

/**
 * Pure: a hash that identifies a launch without showing its content. It covers command, arguments, folder and variables, or URL, headers
 * and account.
 */
export function launchHash(launch: Launch, accountId?: AccountId): string {
  const hash = createHash('sha256').update(canonicalJson(launch))
  return (accountId === undefined ? hash : hash.update(accountId)).digest('hex')
}
