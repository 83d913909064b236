import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { connectionStatus, statusLabels } from '../../../shared/domain/connectionState'
import { t } from '../../i18n/t'
import { needsYou } from '../../rpc/useServers'
import { LetterTile } from '../../ui/LetterTile'
import { SafeName } from '../../ui/SafeName'
import { StatusLabel } from '../../ui/StatusLabel'
import { IconButton } from '../../ui/IconButton'
import { Switch } from '../../ui/form/Switch'
import { connectionStatusShape } from '../connectionStatusShape'
import { SwitchSourceMark } from './SettingSource'
import { SwitchTokens } from './SwitchTokens'
import { ToolSwitches } from './ToolSwitches'
import type { ServerSwitchesProps } from './ServerSwitches'
import { serverSwitchTo, toolSwitchTo, type ServerSwitchRow } from './serverSwitchRows'

export interface ServerSwitchItemProps extends Omit<ServerSwitchesProps, 'rows'> {
  readonly row: ServerSwitchRow
}

/** One server with its switch. Opened, it has a switch for each of its tools. */
export function ServerSwitchItem({ row, of, inherited, projectName, tokens, onChange }: ServerSwitchItemProps) {
  const [open, setOpen] = useState(false)
  const toolsId = useId()
  const { serverId, on, state, tools } = row
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <li>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 py-1 ps-3 pe-2">
        <Switch
          label={serverId}
          data
          checked={on}
          onChecked={(next) => onChange({ servers: { [serverId]: serverSwitchTo(next, serverId, inherited) } })}
        />
        <LetterTile name={serverId} />
        <span translate="no" className="cut min-w-0 font-label">
          <SafeName name={serverId} />
        </span>
        <span className="num shrink-0 text-12 text-text-3">{describeTools(row)}</span>
        <span className="grow" />
        {of === 'conversation' && needsYou(state) && (
          <StatusLabel shape={connectionStatusShape[connectionStatus(state)]} word={t(statusLabels[connectionStatus(state)])} />
        )}
        <SwitchSourceMark of={of} source={row.source} on={on} projectName={projectName} />
        {tokens && <SwitchTokens count={on ? tokens.get(serverId) : 0} />}
        {tools.length > 0 ? (
          <IconButton
            size="small"
            label={t('projects.toolsOf', { serverId })}
            aria-expanded={open}
            aria-controls={toolsId}
            icon={<Chevron size={15} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />}
            onClick={() => setOpen(!open)}
          />
        ) : (
          <span className="w-6 shrink-0" />
        )}
      </div>
      {open && (
        <ToolSwitches
          id={toolsId}
          row={row}
          of={of}
          projectName={projectName}
          hasTokens={tokens !== undefined}
          onSwitch={(tool, next) =>
            // A name such as "__proto__" is a name as well.
            onChange({ tools: { [serverId]: Object.fromEntries([[tool, toolSwitchTo(next, serverId, tool, inherited)]]) } })
          }
        />
      )}
    </li>
  )
}

/** Pure: how many of the tools of a server a model gets. */
function describeTools({ on, tools }: ServerSwitchRow): string {
  if (!on) return t('projects.off')
  const count = tools.filter((one) => one.on).length
  if (tools.length === 0) return ''
  return count === tools.length ? t('chat.count.tools', { count }) : t('projects.someTools', { count, total: tools.length })
}
