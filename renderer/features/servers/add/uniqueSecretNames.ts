import type { ConfigValue } from '../../../../shared/domain/configValue'
import type { ServerId } from '../../../../shared/domain/ids'
import { secretNameFor } from '../../../../shared/secrets/secretNameFor'
import type { SecretEntryView } from '../../../../shared/domain/vaultState'
import { isRecord } from '../../../../shared/lib/json'
import type { FormResult } from '../form/serverForm'

/** Pure: returns the names in the vault that this server must not overwrite, because they belong to others. */
export function namesOfOthers(secrets: readonly SecretEntryView[], own: ServerId | undefined): ReadonlySet<string> {
  const isOwn = (secret: SecretEntryView): boolean =>
    secret.kind === 'secret' && secret.uses.length > 0 && secret.uses.every((use) => 'serverId' in use && use.serverId === own)
  return new Set(secrets.flatMap((secret) => (secret.kind === 'secret' && !isOwn(secret) ? [secret.name] : [])))
}

/** Pure: renames the secrets of the result to unused names, so that none replaces another server's secret. */
export function uniqueSecretNames(name: string, result: FormResult, taken: ReadonlySet<string>): FormResult {
  const names = new Set(taken)
  const renamed = new Map<string, string>()
  for (const secret of result.secrets) {
    if (!taken.has(secret.name)) continue
    const wanted = secret.name.slice(name.trim().length + 1)
    const free = secretNameFor(name, wanted, names)
    names.add(free)
    renamed.set(secret.name, free)
  }
  if (renamed.size === 0) return result
  const { launch, auth } = result
  const values = rename(launch.kind === 'stdio' ? launch.env : launch.headers, renamed)
  return {
    ...result,
    launch: launch.kind === 'stdio' ? { ...launch, env: values } : { ...launch, headers: values },
    ...(auth && { auth: rename(auth, renamed) }),
    secrets: result.secrets.map(({ name: before, value }) => ({ name: renamed.get(before) ?? before, value })),
  }
}

function rename<T extends object>(values: T, renamed: ReadonlyMap<string, string>): T {
  const changed = Object.entries(values).map(([key, value]: [string, ConfigValue]) => {
    const name = isRecord(value) && 'secret' in value ? renamed.get(value.secret) : undefined
    return [key, name === undefined ? value : { secret: name }]
  })
  return Object.fromEntries(changed)
}
