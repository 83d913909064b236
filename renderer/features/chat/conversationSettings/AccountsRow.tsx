import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { LetterTile } from '../../../ui/LetterTile'
import { SafeName } from '../../../ui/SafeName'
import { accountChoices } from '../../../widgets/chatSettings/accountChoices'
import { AccountSelect } from '../../../widgets/chatSettings/AccountSelect'
import { FromProject, OwnValue } from '../../../widgets/chatSettings/SettingSource'
import { SettingsRow } from './SettingsRow'
import type { ConversationSettings } from './useConversationSettings'

/** The account that calls use, for each server with several. */
export function AccountsRow({ project, own, chooseAccount }: ConversationSettings) {
  const servers = useTopic('servers', (list) => list.servers.map(({ id }) => id)) ?? []
  const accounts = useTopic('accounts', (all) => all.accounts) ?? []
  const choices = accountChoices(servers, accounts, { inherited: project?.accounts, own: own.chosenAccounts })
  if (choices.length === 0) return null
  return (
    <SettingsRow label={t('projects.accounts')}>
      {choices.map((choice) => (
        <div key={choice.serverId} className="flex min-h-control flex-wrap items-center gap-x-2 gap-y-1">
          <LetterTile name={choice.serverId} />
          <span translate="no" className="cut w-28">
            <SafeName name={choice.serverId} />
          </span>
          <div className="w-56 max-w-full">
            <AccountSelect choice={choice} onChoose={chooseAccount} />
          </div>
          {own.chosenAccounts[choice.serverId] !== undefined ? (
            <OwnValue what="changed" />
          ) : (
            project?.accounts[choice.serverId] !== undefined && <FromProject name={project.name} />
          )}
        </div>
      ))}
    </SettingsRow>
  )
}
