import type { ServerAuth } from '../../shared/domain/serverAuth'
import type { Launch } from '../../shared/domain/server'
import { canonicalJson, isRecord } from '../../shared/lib/json'
import type { JsonChange, JsonPath } from '../storage/editJson'

/**
 * Pure: the change that makes an entry say how its server is told who calls; none where it says so already. That a person signs in
 * is what an entry says that says nothing.
 */
export function authChanges(path: JsonPath, entry: unknown, launch: Launch, auth: ServerAuth): JsonChange[] {
  const parley = isRecord(entry) ? entry['parley'] : undefined
  const found = isRecord(parley) ? parley['auth'] : undefined
  const wanted = launch.kind === 'http' && canonicalJson(auth) !== canonicalJson({ kind: 'person' }) ? auth : undefined
  if (canonicalJson(found ?? null) === canonicalJson(wanted ?? null)) return []
  return [{ path: [...path, 'parley', 'auth'], value: wanted }]
}
