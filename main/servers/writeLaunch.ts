import type { Launch } from '../../shared/domain/server'
import { canonicalJson, isRecord } from '../../shared/lib/json'
import type { JsonChange, JsonPath } from '../storage/editJson'

type Entry = Readonly<Record<string, unknown>>

const fields = ['type', 'transport', 'command', 'args', 'env', 'cwd', 'url', 'headers'] as const

/** Pure: returns a launch in the format of `servers.json` and other hosts. */
export function writtenLaunch(launch: Launch): Entry {
  if (launch.kind === 'stdio') {
    return {
      command: launch.command,
      args: launch.args,
      ...(Object.keys(launch.env).length > 0 && { env: launch.env }),
      ...(launch.cwd !== undefined && { cwd: launch.cwd }),
    }
  }
  return {
    type: launch.transport === 'sse' ? 'sse' : 'http',
    url: launch.url,
    ...(Object.keys(launch.headers).length > 0 && { headers: launch.headers }),
  }
}

/** Pure: returns the smallest changes that turn an entry into this launch. Equal values and unknown fields stay untouched. */
export function launchChanges(path: JsonPath, entry: unknown, launch: Launch): JsonChange[] {
  if (!isRecord(entry)) return [{ path, value: writtenLaunch(launch) }]
  const wanted = writtenLaunch(launch)
  return fields.flatMap((field) => {
    if ((field === 'type' || field === 'transport') && saysTheSame(entry, launch)) return []
    return fieldChanges([...path, field], entry[field], wanted[field])
  })
}

/** The user may spell the transport in any valid way, or leave it out. */
function saysTheSame(entry: Entry, launch: Launch): boolean {
  const type = entry['type'] ?? entry['transport']
  if (launch.kind === 'stdio') return type === undefined || type === 'stdio'
  if (launch.transport === 'sse') return type === 'sse'
  return entry['command'] === undefined && type !== 'sse' && type !== 'stdio'
}

function fieldChanges(path: JsonPath, found: unknown, wanted: unknown): JsonChange[] {
  if (wanted === undefined) return found === undefined ? [] : [{ path, value: undefined }]
  if (isRecord(wanted) && isRecord(found) && !('secret' in wanted)) {
    const names = [...new Set([...Object.keys(found), ...Object.keys(wanted)])]
    return names.flatMap((name) => fieldChanges([...path, name], found[name], wanted[name]))
  }
  // A missing list means the same as an empty one.
  return canonicalJson(found ?? []) === canonicalJson(wanted) ? [] : [{ path, value: wanted }]
}
