import type { Account } from '../../shared/domain/account'
import type { ServerId } from '../../shared/domain/ids'
import { useTopic } from './useTopic'

/** Returns the accounts at one server, the default one first. Undefined until they have loaded. */
export function useAccounts(serverId: ServerId): readonly Account[] | undefined {
  return useTopic('accounts', ({ accounts }) =>
    accounts.filter((account) => account.serverId === serverId).toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)),
  )
}
