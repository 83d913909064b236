import type { AccountId, ServerId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { SelectField } from '../../ui/form/SelectField'
import { accountName } from '../accountName'
import { accountNote, accountToChoose, type AccountChoice } from './accountChoices'

export interface AccountSelectProps {
  readonly choice: AccountChoice
  /** Null: the one that is inherited. */
  readonly onChoose: (serverId: ServerId, accountId: AccountId | null) => void
}

/** Chooses the account that calls use at a server. */
export function AccountSelect({ choice, onChoose }: AccountSelectProps) {
  const { serverId, accounts, chosen } = choice
  return (
    <SelectField
      label={t('chat.accountAt', { serverId })}
      height="small"
      value={chosen.accountId}
      options={accounts.map((account) => ({
        value: account.accountId,
        label: accountName(account),
        ...(accountNote(account) !== '' && { note: accountNote(account) }),
      }))}
      onValue={(accountId) => onChoose(serverId, accountToChoose(choice, accountId))}
    />
  )
}
