import type { Project } from '../../../shared/domain/projects/project'
import { t } from '../../i18n/t'
import { useCatalogs } from '../../rpc/useCatalogs'
import { useServers } from '../../rpc/useServers'
import { useTopic } from '../../rpc/useTopic'
import { LetterTile } from '../../ui/LetterTile'
import { SafeName } from '../../ui/SafeName'
import { accountChoices } from '../../widgets/chatSettings/accountChoices'
import { AccountSelect } from '../../widgets/chatSettings/AccountSelect'
import { FolderRemarks } from '../../widgets/chatSettings/FolderRemarks'
import { serverSwitchRows } from '../../widgets/chatSettings/serverSwitchRows'
import { ServerSwitches } from '../../widgets/chatSettings/ServerSwitches'
import { OlderServersNote } from '../../widgets/chatSettings/OlderServersNote'
import { SharedFolders } from '../../widgets/chatSettings/SharedFolders'
import { ToolsSum } from '../../widgets/chatSettings/ToolsSum'
import { ProjectModel } from './ProjectModel'
import { useProjectTools } from './useProjectTools'
import { ProjectSection } from './ProjectSection'
import { removeFolder } from './removeFromProject'
import type { ProjectChanging } from './useProjectChange'

export interface ProjectSettingsProps {
  readonly project: Project
  readonly onChange: ProjectChanging['change']
}

/** Model, servers, accounts and folders that the conversations of the project start from. */
export function ProjectSettings({ project, onChange }: ProjectSettingsProps) {
  const servers = useServers() ?? []
  const rows = serverSwitchRows(servers, useCatalogs(project.accounts), { own: project.switches })
  const toolsOfProject = useProjectTools(project)
  const hasFolders = (project.folders ?? []).length > 0
  const on = rows.filter((row) => row.on)
  return (
    <div className="min-w-0">
      <ProjectModel project={project} onChange={onChange} />
      <ProjectSection title={t('projects.serversAndTools')}>
        {rows.length > 0 && (
          <p className="num pb-1.5 text-12 text-text-2">
            <ToolsSum rows={rows} {...toolsOfProject} />
          </p>
        )}
        <ServerSwitches of="project" rows={rows} onChange={(switches) => onChange({ switches })} />
      </ProjectSection>
      <Accounts project={project} onChange={onChange} />
      <SharedFolders
        folders={project.folders ?? []}
        onAdd={(folder) => onChange({ folders: { add: [folder] } })}
        onRemove={(folder) => removeFolder(project, folder)}
      >
        {({ add, list, picker }) => (
          <ProjectSection title={t('projects.folders')} end={add}>
            {list}
            <FolderRemarks folders={project.folders ?? []} servers={on.map(({ serverId }) => serverId)} />
            {hasFolders && (
              <div className="pt-1.5">
                <OlderServersNote on={on} />
              </div>
            )}
            <p className="pt-2 text-12 text-text-3">{t('projects.folders.helpOfProject')}</p>
            {picker}
          </ProjectSection>
        )}
      </SharedFolders>
    </div>
  )
}

function Accounts({ project, onChange }: ProjectSettingsProps) {
  const servers = useTopic('servers', (list) => list.servers.map(({ id }) => id)) ?? []
  const accounts = useTopic('accounts', (all) => all.accounts) ?? []
  const choices = accountChoices(servers, accounts, { own: project.accounts })
  if (choices.length === 0) return null
  return (
    <ProjectSection title={t('projects.accounts')}>
      <ul aria-label={t('projects.accounts')} className="grid gap-1.5">
        {choices.map((choice) => (
          <li key={choice.serverId} className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1.6fr)] items-center gap-2">
            <LetterTile name={choice.serverId} />
            <span translate="no" className="cut">
              <SafeName name={choice.serverId} />
            </span>
            <AccountSelect choice={choice} onChoose={(serverId, accountId) => onChange({ accounts: { [serverId]: accountId } })} />
          </li>
        ))}
      </ul>
    </ProjectSection>
  )
}
