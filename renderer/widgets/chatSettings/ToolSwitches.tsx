import { useState } from 'react'
import { estimateTokens } from '../../../shared/context/estimateTokens'
import { plainText } from '../../../shared/lib/unsafeCharacters'
import { t } from '../../i18n/t'
import { SafeName } from '../../ui/SafeName'
import { SearchField } from '../../ui/form/SearchField'
import { Switch } from '../../ui/form/Switch'
import type { ServerSwitchItemProps } from './ServerSwitchItem'
import type { ToolSwitchRow } from './serverSwitchRows'
import { SwitchSourceMark } from './SettingSource'
import { SwitchTokens } from './SwitchTokens'
import { firstTools, TOOLS_STEP, visibleTools } from './visibleTools'

/** From so many on, there is a search. */
const SEARCH_FROM = 20

export interface ToolSwitchesProps extends Pick<ServerSwitchItemProps, 'row' | 'of' | 'projectName'> {
  readonly id: string
  readonly hasTokens: boolean
  readonly onSwitch: (tool: string, on: boolean) => void
}

/** The tools of a server, each with its switch. */
export function ToolSwitches({ id, row, of, projectName, hasTokens, onSwitch }: ToolSwitchesProps) {
  const { serverId, on: isServerOn, tools } = row
  const [others, setOthers] = useState(0)
  const [words, setWords] = useState('')
  // As they were when it was opened: a switch does not move when it is pressed.
  const [first] = useState(() => firstTools(tools))
  const { shown, left } = visibleTools(tools, { first, others, words })
  return (
    <div id={id} className="border-t border-line bg-sunk py-1 ps-9 pe-2">
      {!isServerOn && <p className="py-1 text-12 text-text-3">{t('projects.serverIsOff')}</p>}
      {tools.length >= SEARCH_FROM && <SearchField label={t('projects.findTool')} className="my-1 me-8" value={words} onValue={setWords} />}
      <ul aria-label={t('projects.toolsOf', { serverId })}>
        {shown.map(({ tool, on, source }) => (
          <li key={tool.name} className="flex min-h-row flex-wrap items-center gap-x-2 gap-y-0.5 py-0.5">
            <Switch
              label={plainText(tool.name)}
              data
              checked={on && isServerOn}
              disabled={!isServerOn}
              onChecked={(next) => onSwitch(tool.name, next)}
            />
            <span translate="no" className="mono breakable min-w-0 text-12">
              <SafeName name={tool.name} />
            </span>
            <span className="grow" />
            <SwitchSourceMark of={of} source={source} on={on} projectName={projectName} />
            {hasTokens && <SwitchTokens count={on && isServerOn ? tokensOf(tool) : 0} />}
            <span className="w-6 shrink-0" />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="py-1 text-12 text-text-3">{t('projects.noSuchTool')}</p>}
      {left > 0 && (
        <button type="button" className="my-1 rounded-1 text-12 text-accent hover:underline" onClick={() => setOthers(others + TOOLS_STEP)}>
          {left <= TOOLS_STEP ? t('projects.otherTools', { count: left }) : t('projects.moreTools', { count: TOOLS_STEP, left })}
        </button>
      )}
    </div>
  )
}

/** Pure: about how many tokens the definition of a tool takes in each request. */
function tokensOf({ name, description = '', inputSchema }: ToolSwitchRow['tool']): number {
  return estimateTokens(`${name} ${description} ${JSON.stringify(inputSchema)}`)
}
