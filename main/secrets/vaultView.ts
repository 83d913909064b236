import type { ServerConfig } from '../../shared/domain/server'
import type { CredentialKey, SecretEntryView, VaultView } from '../../shared/domain/vaultState'
import { type SecretUsers, secretUses, serverValues } from './secretUses'
import type { SecretVault } from './secretVault'

/** What the screen shows of the vault: names and uses, never values. */
export function vaultView(vault: SecretVault, users: SecretUsers): VaultView {
  const uses = secretUses(users)
  const kept = vault.names()
  const missing = [...uses.keys()].filter((name) => !kept.includes(name))
  const problem = vault.problem()?.error
  return {
    kept: vault.kept(),
    state: vault.state(),
    ...(!vault.usesKeychain() && { withoutKeychain: true as const }),
    ...(problem && { problem }),
    secrets: [
      ...vault.credentials.keys().map((key) => keptCredential(key, users)),
      ...missing.map((name) => ({ kind: 'secret' as const, name, uses: uses.get(name) ?? [], isMissing: true as const })),
      ...kept.map((name) => ({ kind: 'secret' as const, name, uses: uses.get(name) ?? [] })),
    ],
  }
}

/** Pure: the secrets that one server's configuration names. */
export function secretsOf(server: ServerConfig): readonly string[] {
  return serverValues(server).flatMap(([value]) => (value === undefined || typeof value === 'string' ? [] : [value.secret]))
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
