import { isServerOn } from '../../../../shared/domain/projects/effectiveSettings'
import { t } from '../../../i18n/t'
import { useServers } from '../../../rpc/useServers'
import { FolderRemarks } from '../../../widgets/chatSettings/FolderRemarks'
import { OlderServersNote } from '../../../widgets/chatSettings/OlderServersNote'
import type { SharedFoldersParts } from '../../../widgets/chatSettings/SharedFolders'
import { SettingsLine, SettingsRow } from './SettingsRow'
import type { ConversationSettings } from './useConversationSettings'

export interface FoldersRowProps {
  readonly settings: ConversationSettings
  readonly parts: SharedFoldersParts
}

/** The folders that servers are told about in the calls of the conversation. */
export function FoldersRow({ settings: { effective }, parts }: FoldersRowProps) {
  const servers = useServers() ?? []
  const on = servers.filter(({ server }) => server.enabled && isServerOn(effective.switches, server.id))
  return (
    <SettingsRow label={t('projects.folders')}>
      <SettingsLine>
        <p className="min-w-0 flex-1 basis-64 text-12 text-text-3">{t('projects.folders.help')}</p>
        {parts.add}
      </SettingsLine>
      {parts.list}
      <FolderRemarks folders={effective.folders} servers={on.map(({ server }) => server.id)} />
      {effective.folders.length > 0 && <OlderServersNote on={on} />}
    </SettingsRow>
  )
}
