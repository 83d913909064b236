import { t } from '../../../i18n/t'
import { useCatalogs } from '../../../rpc/useCatalogs'
import { useServers } from '../../../rpc/useServers'
import { Button } from '../../../ui/Button'
import { serverSwitchRows, serverSwitchTo } from '../../../widgets/chatSettings/serverSwitchRows'
import { ServerSwitches } from '../../../widgets/chatSettings/ServerSwitches'
import { ToolsSum } from '../../../widgets/chatSettings/ToolsSum'
import { useToolsForModel } from '../composer/useToolsForModel'
import { useContextBudget } from '../context/useContextBudget'
import { useChosenAccounts } from '../useChosenAccounts'
import { SettingsLine, SettingsRow } from './SettingsRow'
import type { ConversationSettings } from './useConversationSettings'

/** Which servers and tools the model gets. */
export function ServersRow({ conversation, project, own, effective, change }: ConversationSettings) {
  const servers = useServers() ?? []
  const catalogs = useCatalogs(useChosenAccounts())
  const rows = serverSwitchRows(servers, catalogs, { inherited: project?.switches, own: own.settings.switches })
  const searched = useToolsForModel(conversation)?.searched === true
  const budget = useContextBudget({ conversation, choice: effective.model, text: '', files: [] })?.budget
  const areOff = rows.every((row) => !row.on)
  const turnAll = (next: boolean): void =>
    change({
      switches: {
        servers: Object.fromEntries(rows.map(({ serverId }) => [serverId, serverSwitchTo(next, serverId, project?.switches)])),
      },
    })
  return (
    <SettingsRow label={t('projects.serversAndTools')}>
      {rows.length > 0 && (
        <SettingsLine>
          <p className="min-w-0 flex-1 basis-64 text-12 text-text-2">
            <ToolsSum rows={rows} tokens={budget?.tools.tokens} searched={searched} />
          </p>
          <Button look="bare" size="small" onClick={() => turnAll(areOff)}>
            {t(areOff ? 'projects.turnAllOn' : 'projects.turnAllOff')}
          </Button>
        </SettingsLine>
      )}
      <ServerSwitches
        of="conversation"
        rows={rows}
        inherited={project?.switches}
        projectName={project?.name}
        tokens={budget && !searched ? new Map(budget.tools.servers.map(({ serverId, tokens }) => [serverId, tokens])) : undefined}
        onChange={(switches) => change({ switches })}
      />
    </SettingsRow>
  )
}
