import type { Account } from '../../shared/domain/account'
import type { AccountId, ServerId } from '../../shared/domain/ids'

/** Pure: the account's label if its server has several accounts, else undefined. Without an account id, the default account is used. */
export function accountLabel(accounts: readonly Account[], serverId: ServerId, accountId: AccountId | undefined): string | undefined {
  const ofServer = accounts.filter((account) => account.serverId === serverId)
  if (ofServer.length < 2) return undefined
  return ofServer.find((account) => (accountId === undefined ? account.isDefault : account.accountId === accountId))?.label
}
