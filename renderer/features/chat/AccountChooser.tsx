import { t } from '../../i18n/t'
import type { Account } from '../../../shared/domain/account'
import type { ChosenAccounts, Conversation } from '../../../shared/domain/chat'
import type { AccountId, ServerId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { accountName } from '../../widgets/accountName'
import { SelectField } from '../../ui/form/SelectField'
import { chooseAccountForNewChat, useNewChatChoices } from './newChatChoices'
import { showChatError } from './chatErrors'
import { SafeName } from '../../ui/SafeName'

/** A server at which this conversation can use several accounts, and the account that it uses. */
export interface AccountChoice {
  readonly serverId: ServerId
  readonly accounts: readonly Account[]
  readonly chosen: Account
}

/** Returns the servers with several accounts, in the user's order. */
export function useAccountChoices(conversation: Conversation | undefined): readonly AccountChoice[] {
  const servers = useTopic('servers', (list) => list.servers.map(({ id }) => id)) ?? []
  const accounts = useTopic('accounts', (all) => all.accounts) ?? []
  const forNew = useNewChatChoices((state) => state.chosenAccounts)
  const chosenAccounts: ChosenAccounts = conversation?.chosenAccounts ?? forNew
  return servers.flatMap((serverId) => {
    const here = accounts.filter((account) => account.serverId === serverId)
    const chosen = here.find(({ accountId }) => accountId === chosenAccounts[serverId]) ?? here.find(({ isDefault }) => isDefault)
    return here.length > 1 && chosen ? [{ serverId, accounts: here, chosen }] : []
  })
}

export interface AccountChooserProps {
  readonly conversation: Conversation | undefined
  readonly choices: readonly AccountChoice[]
}

/** Chooses the account that this conversation uses, for each server with several accounts. */
export function AccountChooser({ conversation, choices }: AccountChooserProps) {
  const choose = (serverId: ServerId, accountId: AccountId | null): void => {
    if (!conversation) return chooseAccountForNewChat(serverId, accountId)
    callHost('chat.chooseAccount', { conversationId: conversation.id, serverId, accountId }).catch(showChatError(conversation.id))
  }
  if (choices.length === 0) return null
  return (
    <section aria-label={t('chat.accounts')} className="mb-3 grid gap-2 border-b border-line pb-3">
      <p className="text-12 text-text-2">{t('chat.callsAs')}</p>
      {choices.map(({ serverId, accounts, chosen }) => (
        <div key={serverId} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] items-center gap-2">
          <span translate="no" className="cut font-label">
            <SafeName name={serverId} />
          </span>
          <SelectField
            label={t('chat.accountAt', { serverId })}
            height="small"
            value={chosen.accountId}
            options={accounts.map((account) => ({
              value: account.accountId,
              label: accountName(account),
              ...(noteOf(account) !== '' && { note: noteOf(account) }),
            }))}
            onValue={(accountId) =>
              choose(serverId, accounts.some((each) => each.isDefault && each.accountId === accountId) ? null : accountId)
            }
          />
        </div>
      ))}
    </section>
  )
}

function noteOf({ isDefault, state }: Account): string {
  if (state === 'signedOut') return t(isDefault ? 'chat.account.both' : 'chat.account.signedOut')
  return isDefault ? t('chat.account.default') : ''
}
