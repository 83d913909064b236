import type { ServerAuth } from '../../shared/domain/serverAuth'
import type { Launch } from '../../shared/domain/server'
import { canonicalJson, isRecord } from '../../shared/lib/json'
import type { JsonChange, JsonPath } from '../storage/editJson'

/**
 * Pure: returns the change that sets an entry's `auth`. Returns no change if the entry already says so. An entry without `auth` means that
 * a person signs in.
 */
export function authChanges(path: JsonPath, entry: unknown, launch: Launch, auth: ServerAuth): JsonChange[] {
  const parley = isRecord(entry) ? entry['parley'] : undefined
  const found = isRecord(parley) ? parley['auth'] : undefined
  const wanted = launch.kind === 'http' && canonicalJson(auth) !== canonicalJson({ kind: 'person' }) ? auth : undefined
  if (canonicalJson(found ?? null) === canonicalJson(wanted ?? null)) return []
  return [{ path: [...path, 'parley', 'auth'], value: wanted }]
}
