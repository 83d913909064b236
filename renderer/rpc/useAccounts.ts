import type { Account } from '../../shared/domain/account'
import type { ServerId } from '../../shared/domain/ids'
import { useTopic } from './useTopic'

/** The accounts at one server, the default one first; undefined until they have come. */
export function useAccounts(serverId: ServerId): readonly Account[] | undefined {
  return useTopic('accounts', ({ accounts }) =>
    accounts.filter((account) => account.serverId === serverId).toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)),
  )
}
