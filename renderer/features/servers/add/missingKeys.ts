import type { Launch } from '../../../../shared/domain/server'
import { standsForKey, withKeyFilledIn } from '../../../../shared/secrets/isPlaceholder'

/** Pure: the names of variables or headers that have only words in the place of a key. */
export function missingKeys(launch: Launch): readonly string[] {
  const values = launch.kind === 'stdio' ? launch.env : launch.headers
  return Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' && standsForKey(value) ? [name] : []))
}

/** Pure: a launch with the keys that the person has typed in the place of such words. */
export function withTypedKeys(launch: Launch, typed: Readonly<Record<string, string>>): Launch {
  const values = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers).map(([name, value]) => {
    const key = Object.hasOwn(typed, name) ? typed[name]?.trim() : undefined
    return [name, key && typeof value === 'string' && standsForKey(value) ? withKeyFilledIn(value, key) : value] as const
  })
  return launch.kind === 'stdio' ? { ...launch, env: Object.fromEntries(values) } : { ...launch, headers: Object.fromEntries(values) }
}
