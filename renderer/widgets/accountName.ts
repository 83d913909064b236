import type { Account } from '../../shared/domain/account'
import { t } from '../i18n/t'

/** Returns an account's name on the screen: the name from the authorization server, if it gives one, and the person's label. */
export function accountName({ who, label }: Pick<Account, 'who' | 'label'>): string {
  return who === undefined || who === label ? accountLabel(label) : t('accounts.nameOf', { who, label: accountLabel(label) })
}

/** Returns a label for the screen. The first account of a server has none until the person gives it one. */
export function accountLabel(label: string): string {
  return label === '' ? t('accounts.first') : label
}
