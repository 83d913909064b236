import { t } from '../../i18n/t'
import type { Conversation } from '../../../shared/domain/chat'
import type { AccountId, ServerId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { accountChoices, type AccountChoice } from '../../widgets/chatSettings/accountChoices'
import { AccountSelect } from '../../widgets/chatSettings/AccountSelect'
import { chooseAccountForNewChat, useNewChatChoices } from './newChatChoices'
import { showChatError } from './chatErrors'
import { SafeName } from '../../ui/SafeName'
import { useProjectInFront } from './conversationSettings/useProjectInFront'

/** Returns the servers with several accounts, in the user's order, and which one this conversation or the new chat uses. */
export function useAccountChoices(conversation: Conversation | undefined): readonly AccountChoice[] {
  const servers = useTopic('servers', (list) => list.servers.map(({ id }) => id)) ?? []
  const accounts = useTopic('accounts', (all) => all.accounts) ?? []
  const forNew = useNewChatChoices((state) => state.chosenAccounts)
  const project = useProjectInFront(conversation)
  return accountChoices(servers, accounts, { inherited: project?.accounts, own: conversation?.chosenAccounts ?? forNew })
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
      {choices.map((choice) => (
        <div key={choice.serverId} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] items-center gap-2">
          <span translate="no" className="cut font-label">
            <SafeName name={choice.serverId} />
          </span>
          <AccountSelect choice={choice} onChoose={choose} />
        </div>
      ))}
    </section>
  )
}
