import type { ConfigValue } from '../domain/configValue'
import { looksSecret } from './secretPatterns'
import { secretNameFor } from './secretNameFor'
import type { Launch } from '../domain/server'

/** A launch without the values that look like secrets, and those values with the names that refer to them. */
export interface ExtractedSecrets {
  readonly launch: Launch
  readonly secrets: readonly { readonly name: string; readonly value: string }[]
}

/** Pure: moves values that look like secrets out of a launch, for the vault. `taken` lists the names in use. */
export function extractSecrets(serverId: string, launch: Launch, taken: Iterable<string>): ExtractedSecrets {
  const names = new Set(taken)
  const secrets: { name: string; value: string }[] = []
  const config = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers).map(([key, value]): [string, ConfigValue] => {
    if (typeof value !== 'string' || !looksSecret(key, value)) return [key, value]
    const name = secretNameFor(serverId, key, names)
    names.add(name)
    secrets.push({ name, value })
    return [key, { secret: name }]
  })
  const values = Object.fromEntries(config)
  return { launch: launch.kind === 'stdio' ? { ...launch, env: values } : { ...launch, headers: values }, secrets }
}
