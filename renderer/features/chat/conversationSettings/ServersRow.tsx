import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { useCatalogs } from '../../../rpc/useCatalogs'
import { useServers } from '../../../rpc/useServers'
import { Button } from '../../../ui/Button'
import { formatTokenCount } from '../../../ui/format/formatTokenCount'
import { serverSwitchRows, serverSwitchTo } from '../../../widgets/chatSettings/serverSwitchRows'
import { ServerSwitches } from '../../../widgets/chatSettings/ServerSwitches'
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
  const on = rows.filter((row) => row.on)
  const tools = on.reduce((sum, row) => sum + row.tools.filter((tool) => tool.on).length, 0)
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
            <Sum servers={on.length} tools={tools} tokens={budget?.tools.tokens} searched={searched} />
          </p>
          <Button look="bare" size="small" onClick={() => turnAll(on.length === 0)}>
            {t(on.length === 0 ? 'projects.turnAllOn' : 'projects.turnAllOff')}
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

interface SumProps {
  readonly servers: number
  readonly tools: number
  /** What they take of each request. Undefined until it is known. */
  readonly tokens: number | undefined
  readonly searched: boolean
}

/** How many servers and tools are on, and what that costs. */
function Sum({ servers, tools, tokens, searched }: SumProps) {
  const components = { b: <b className="font-label text-text" /> }
  if (searched) return <Text id="projects.sum.searched" values={{ servers, tools }} components={components} />
  if (tokens === undefined) return <Text id="projects.sum" values={{ servers, tools }} components={components} />
  return <Text id="projects.sum.tokens" values={{ servers, tools, tokens: formatTokenCount(tokens) }} components={components} />
}
