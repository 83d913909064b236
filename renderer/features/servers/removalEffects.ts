import type { Accounts } from '../../../shared/domain/account'
import type { ServerId } from '../../../shared/domain/ids'
import type { RuleEntry } from '../../../shared/domain/rule'
import type { VaultView } from '../../../shared/domain/vaultState'
import { useTopic } from '../../rpc/useTopic'

/** How much of a server's own, beside its entry, goes or stays when it is removed. */
export interface RemovalEffects {
  /** Accounts that are signed out at once. An undo does not sign them in again. */
  readonly signedOut: number
  /** Secrets that nothing else uses. They are deleted a minute later, unless the removal was undone. */
  readonly secretsDeleted: number
  /** Secrets that something else uses too. */
  readonly secretsKept: number
  /** Rules about the server. They stay; those that allow are deleted when a new server takes its name. */
  readonly rulesKept: number
}

/** What the removal of a server would do now. Undefined until all of it is known. */
export function useRemovalEffects(serverId: ServerId): RemovalEffects | undefined {
  const signedOut = useTopic('accounts', (accounts) => countSignedIn(accounts, serverId))
  const secrets = useTopic('vault', (vault) => countSecrets(vault, serverId))
  const rulesKept = useTopic('rules.list', (rules) => countRules(rules, serverId))
  if (signedOut === undefined || secrets === undefined || rulesKept === undefined) return undefined
  return { signedOut, ...secrets, rulesKept }
}

/** Pure: whether there is anything to tell before the server is removed. */
export function hasRemovalEffects(effects: RemovalEffects): boolean {
  return Object.values(effects).some((count) => count > 0)
}

function countSignedIn({ accounts }: Accounts, serverId: ServerId): number {
  return accounts.filter((account) => account.serverId === serverId && account.state === 'signedIn').length
}

/** Pure: the secrets that a server's entry names, by whether something else names them too. One that was never entered is none. */
export function countSecrets(vault: VaultView, serverId: ServerId): Pick<RemovalEffects, 'secretsDeleted' | 'secretsKept'> {
  const isOwn = (use: object): boolean => 'serverId' in use && use.serverId === serverId
  const used = vault.secrets.flatMap((secret) =>
    secret.kind === 'secret' && secret.isMissing !== true && secret.uses.some(isOwn) ? [secret.uses] : [],
  )
  const secretsDeleted = used.filter((uses) => uses.every(isOwn)).length
  return { secretsDeleted, secretsKept: used.length - secretsDeleted }
}

function countRules(rules: readonly RuleEntry[], serverId: ServerId): number {
  return rules.filter(({ kind, rule }) => kind === 'own' && rule.subject.serverId === serverId).length
}
