import { unreservedName } from './reservedSecretName'

const LONGEST = 280

/**
 * Pure: returns a free name for a server's value in the vault: `github/Authorization`, or `github/Authorization 2` if the first is taken.
 */
export function secretNameFor(serverId: string, variable: string, taken: ReadonlySet<string> = new Set()): string {
  const wanted = unreservedName(`${serverId.trim() || 'server'}/${variable.trim() || 'value'}`).slice(0, LONGEST)
  for (let number = 2, name = wanted; ; number++) {
    if (!taken.has(name)) return name
    name = `${wanted} ${number}`
  }
}
