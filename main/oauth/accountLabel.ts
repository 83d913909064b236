import type { Account } from '../../shared/domain/account'
import type { AccountId, ServerId } from '../../shared/domain/ids'

/** Pure: the label of an account of a server that has several, else undefined. Without an account, the default one is meant. */
export function accountLabel(accounts: readonly Account[], serverId: ServerId, accountId: AccountId | undefined): string | undefined {
  const ofServer = accounts.filter((account) => account.serverId === serverId)
  if (ofServer.length < 2) return undefined
  return ofServer.find((account) => (accountId === undefined ? account.isDefault : account.accountId === accountId))?.label
}
