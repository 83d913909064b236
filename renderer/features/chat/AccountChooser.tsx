import type { Account } from '../../../shared/domain/account'
import type { ChosenProfiles, Conversation } from '../../../shared/domain/chat'
import type { ProfileId, ServerId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { accountName } from '../../ui/accountName'
import { SelectField } from '../../ui/SelectField'
import { chooseAccountForNewChat, useNewChatStore } from './newChatStore'
import { tellTrouble } from './troubleStore'

/** A server at which this conversation could use one of several accounts, and the one that it uses. */
export interface AccountChoice {
  readonly serverId: ServerId
  readonly accounts: readonly Account[]
  readonly chosen: Account
}

/** The servers with several accounts, in the user's own order. */
export function useAccountChoices(conversation: Conversation | undefined): readonly AccountChoice[] {
  const servers = useTopic('servers', (list) => list.servers.map(({ id }) => id)) ?? []
  const accounts = useTopic('accounts', (all) => all.accounts) ?? []
  const forNew = useNewChatStore((state) => state.profiles)
  const profiles: ChosenProfiles = conversation?.profiles ?? forNew
  return servers.flatMap((serverId) => {
    const here = accounts.filter((account) => account.serverId === serverId)
    const chosen = here.find(({ profile }) => profile === profiles[serverId]) ?? here.find(({ isDefault }) => isDefault)
    return here.length > 1 && chosen ? [{ serverId, accounts: here, chosen }] : []
  })
}

export interface AccountChooserProps {
  readonly conversation: Conversation | undefined
  readonly choices: readonly AccountChoice[]
}

/** As whom this conversation calls, at each server with several accounts. */
export function AccountChooser({ conversation, choices }: AccountChooserProps) {
  const choose = (serverId: ServerId, profile: ProfileId | null): void => {
    if (!conversation) return chooseAccountForNewChat(serverId, profile)
    callHost('chat.chooseProfile', { conversationId: conversation.id, serverId, profile }).catch(tellTrouble(conversation.id))
  }
  if (choices.length === 0) return null
  return (
    <section aria-label="Accounts" className="mb-3 grid gap-2 border-b border-line pb-3">
      <p className="text-12 text-text-2">This conversation calls as</p>
      {choices.map(({ serverId, accounts, chosen }) => (
        <div key={serverId} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] items-center gap-2">
          <span className="cut font-label">{serverId}</span>
          <SelectField
            label={`Account at ${serverId}`}
            height="small"
            value={chosen.profile}
            options={accounts.map((account) => ({
              value: account.profile,
              label: accountName(account),
              ...(noteOf(account) !== '' && { note: noteOf(account) }),
            }))}
            onValue={(profile) => choose(serverId, accounts.some((each) => each.isDefault && each.profile === profile) ? null : profile)}
          />
        </div>
      ))}
    </section>
  )
}

function noteOf({ isDefault, state }: Account): string {
  return [isDefault && 'default', state === 'signedOut' && 'not signed in'].filter((part) => part !== false).join(', ')
}
