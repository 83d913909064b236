import { createHash } from 'node:crypto'
import type { Launch } from '../../shared/domain/server'
import { canonicalJson } from '../../shared/lib/json'

/** Pure: tells one launch from another: command, arguments, folder and variables, or URL and headers, without showing any of them. */
export function launchHash(launch: Launch): string {
  return createHash('sha256').update(canonicalJson(launch)).digest('hex')
}
