import type { Account } from '../../shared/domain/account'
import { t } from '../messages/t'

/** What an account is called on the screen: who the authorization server says it is, where it does, and what the person calls it. */
export function accountName({ who, label }: Pick<Account, 'who' | 'label'>): string {
  return who === undefined || who === label ? label : t('accounts.nameOf', { who, label })
}
