import type { Account } from '../../shared/domain/account'
import type { ConfigValue } from '../../shared/domain/configValue'
import type { Settings } from '../../shared/domain/settings'
import type { ServerConfig } from '../../shared/domain/server'
import type { SecretUse } from '../../shared/domain/vaultState'

/** Pure: where each secret is used, by name. */
export function secretUses({ servers, settings }: Pick<SecretUsers, 'servers' | 'settings'>): ReadonlyMap<string, readonly SecretUse[]> {
  const uses = new Map<string, SecretUse[]>()
  const note = (value: ConfigValue | undefined, use: SecretUse): void => {
    if (value !== undefined && typeof value !== 'string') uses.set(value.secret, [...(uses.get(value.secret) ?? []), use])
  }
  for (const { id, name = id, apiKey } of settings.models.providers) note(apiKey, { kind: 'model', provider: id, name })
  for (const server of servers) for (const [value, use] of serverValues(server)) note(value, use)
  note(settings.signIn.idp?.clientSecret, { kind: 'idp', part: 'clientSecret' })
  note(settings.signIn.idp?.idToken, { kind: 'idp', part: 'idToken' })
  for (const [name, value] of Object.entries(settings.telemetry.headers)) note(value, { kind: 'telemetry', name })
  return uses
}

/** Everything that can refer to a secret. */
export interface SecretUsers {
  readonly servers: readonly ServerConfig[]
  readonly settings: Pick<Settings, 'models' | 'signIn' | 'telemetry'>
  readonly accounts: readonly Account[]
  /** The issuer of each of Parley's client records, by record id. */
  readonly issuers: ReadonlyMap<string, string>
}
/** Also what an entry names that a policy replaces for now: it is used again when the policy goes. */
export function serverValues({ id: serverId, launch, auth, entryAuth }: ServerConfig): (readonly [ConfigValue | undefined, SecretUse])[] {
  const kind = launch.kind === 'stdio' ? 'variable' : 'header'
  const values = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers)
  const signIn = (value: ConfigValue | undefined, part: Extract<SecretUse, { kind: 'signIn' }>['part']) =>
    [value, { kind: 'signIn', serverId, part }] as const
  return [
    ...values.map(([name, value]) => [value, { kind, serverId, name }] as const),
    ...[auth, ...(entryAuth ? [entryAuth] : [])].flatMap((one) => [
      signIn('clientSecret' in one ? one.clientSecret : undefined, 'clientSecret'),
      signIn('privateKey' in one ? one.privateKey : undefined, 'privateKey'),
      signIn('token' in one ? one.token : undefined, 'token'),
    ]),
  ]
}
