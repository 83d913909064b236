import type { Account } from '../../shared/domain/account'
import type { ConfigValue } from '../../shared/domain/configValue'
import type { ServerDefinition } from '../../shared/domain/server'
import type { Settings } from '../../shared/domain/settings'
import type { CredentialKey, SecretEntryView, SecretUse, VaultView } from '../../shared/domain/vaultState'
import type { SecretVault } from './secretVault'

/** Everything that can refer to a secret. */
export interface SecretUsers {
  readonly servers: readonly ServerDefinition[]
  readonly settings: Pick<Settings, 'models' | 'signIn'>
  readonly accounts: readonly Account[]
  /** The issuer of each of Parley's client records, by record id. */
  readonly issuers: ReadonlyMap<string, string>
}

/** What the screen shows of the vault: names and uses, never values. */
export function vaultView(vault: SecretVault, users: SecretUsers): VaultView {
  const uses = secretUses(users)
  const problem = vault.problem()?.error
  return {
    kept: vault.kept(),
    state: vault.state(),
    ...(problem && { problem }),
    secrets: [
      ...vault.credentials.keys().map((key) => keptCredential(key, users)),
      ...vault.names().map((name) => ({ kind: 'secret' as const, name, uses: uses.get(name) ?? [] })),
    ],
  }
}

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
  return uses
}

/** Pure: the secrets that one server's configuration names. */
export function secretsOf(server: ServerDefinition): readonly string[] {
  return serverValues(server).flatMap(([value]) => (value === undefined || typeof value === 'string' ? [] : [value.secret]))
}

function serverValues({ id: serverId, launch, auth }: ServerDefinition): (readonly [ConfigValue | undefined, SecretUse])[] {
  const kind = launch.kind === 'stdio' ? 'variable' : 'header'
  const values = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers)
  const signIn = (value: ConfigValue | undefined, part: Extract<SecretUse, { kind: 'signIn' }>['part']) =>
    [value, { kind: 'signIn', serverId, part }] as const
  return [
    ...values.map(([name, value]) => [value, { kind, serverId, name }] as const),
    signIn('clientSecret' in auth ? auth.clientSecret : undefined, 'clientSecret'),
    signIn('privateKey' in auth ? auth.privateKey : undefined, 'privateKey'),
    signIn('token' in auth ? auth.token : undefined, 'token'),
  ]
}

function keptCredential({ kind, id }: CredentialKey, { accounts, issuers }: SecretUsers): SecretEntryView {
  if (kind === 'client') {
    const issuer = issuers.get(id)
    return { kind, id, ...(issuer !== undefined && { issuer }) }
  }
  const account = accounts.find(({ accountId }) => accountId === id)
  return {
    kind,
    id,
    ...(account && { serverId: account.serverId, accountId: account.accountId, label: account.label }),
  }
}
