import type { ServerId } from '../../../shared/domain/ids'
import type { ChatSettingsChange } from '../../../shared/rpc/projects'
import { t } from '../../i18n/t'
import { ServerSwitchItem } from './ServerSwitchItem'
import type { ServerSwitchRow } from './serverSwitchRows'
import type { ToolSwitches } from '../../../shared/domain/projects/project'

export type SwitchesChange = NonNullable<ChatSettingsChange['switches']>

export interface ServerSwitchesProps {
  readonly rows: readonly ServerSwitchRow[]
  /** Whose switches they are. */
  readonly of: 'project' | 'conversation'
  /** What is said where nothing is changed. */
  readonly inherited?: ToolSwitches | undefined
  /** The project that says it. Absent for a project itself, and without one. */
  readonly projectName?: string | undefined
  /** What the tools of each server take of a request. Absent: it is not shown. */
  readonly tokens?: ReadonlyMap<ServerId, number> | undefined
  readonly onChange: (change: SwitchesChange) => void
}

/** Which servers and tools a model gets: a switch for each, with where it comes from and what it takes. */
export function ServerSwitches({ rows, ...rest }: ServerSwitchesProps) {
  if (rows.length === 0) return <p className="py-1.5 text-12 text-text-3">{t('projects.noServers')}</p>
  return (
    <ul aria-label={t('projects.serversAndTools')} className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
      {rows.map((row) => (
        <ServerSwitchItem key={row.serverId} row={row} {...rest} />
      ))}
    </ul>
  )
}
