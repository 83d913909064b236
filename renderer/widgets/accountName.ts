import type { Account } from '../../shared/domain/account'
import { t } from '../messages/t'

/** What an account is called on the screen: who the authorization server says it is, where it does, and what the person calls it. */
export function accountName({ who, label }: Pick<Account, 'who' | 'label'>): string {
  return who === undefined || who === label ? accountLabel(label) : t('accounts.nameOf', { who, label: accountLabel(label) })
}

/** A label as it is shown: the first account of a server has none until the person gives it one. */
export function accountLabel(label: string): string {
  return label === '' ? t('accounts.first') : label
}
