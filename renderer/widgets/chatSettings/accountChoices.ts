import type { Account } from '../../../shared/domain/account'
import type { ChosenAccounts } from '../../../shared/domain/chat'
import type { AccountId, ServerId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'

/** A server at which several accounts can be used, and the one that is. */
export interface AccountChoice {
  readonly serverId: ServerId
  readonly accounts: readonly Account[]
  readonly chosen: Account
  /** What is used where nothing is chosen: the account of the project, else the default one. */
  readonly inherited: Account
}

export interface ChoosingAccounts {
  /** Of the project. */
  readonly inherited?: ChosenAccounts | undefined
  readonly own: ChosenAccounts
}

/** Pure: the servers with several accounts, in the person's order. */
export function accountChoices(
  servers: readonly ServerId[],
  accounts: readonly Account[],
  { inherited = {}, own }: ChoosingAccounts,
): readonly AccountChoice[] {
  return servers.flatMap((serverId) => {
    const here = accounts.filter((account) => account.serverId === serverId)
    const find = (accountId: AccountId | undefined) => here.find((account) => account.accountId === accountId)
    const under = find(inherited[serverId]) ?? here.find(({ isDefault }) => isDefault)
    const chosen = find(own[serverId]) ?? under
    return here.length > 1 && chosen && under ? [{ serverId, accounts: here, chosen, inherited: under }] : []
  })
}

/** Pure: what to choose so that an account is used: nothing (null) where it is inherited. */
export function accountToChoose({ accounts, inherited }: AccountChoice, accountId: string): AccountId | null {
  const account = accounts.find((each) => each.accountId === accountId)
  return account === undefined || account === inherited ? null : account.accountId
}

/** What to know of an account beside its name. */
export function accountNote({ isDefault, state }: Account): string {
  if (state === 'signedOut') return t(isDefault ? 'chat.account.both' : 'chat.account.signedOut')
  return isDefault ? t('chat.account.default') : ''
}
