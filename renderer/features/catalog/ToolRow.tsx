import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '../../i18n/t'
import type { Tool } from '../../../shared/domain/catalog'
import { changeClaims } from '../../../shared/domain/changeClaims'
import type { ServerId } from '../../../shared/domain/ids'
import type { Message } from '../../../shared/i18n/message'
import { toolTitle } from '../../../shared/domain/toolTitle'
import { startPick } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { CodeBlock } from '../../markdown/CodeBlock'
import { useTopic } from '../../rpc/useTopic'
import { AskPlace } from '../../widgets/callsChoice/AskPlace'
import { CallsChoice } from '../../widgets/callsChoice/CallsChoice'
import { CatalogEntryIcon } from './CatalogEntryIcon'
import { SafeName } from '../../ui/SafeName'
import { plainName } from '../../../shared/lib/confusableNames'
import { TranslatedMessages } from '../../i18n/TranslatedMessages'
import { ServerQuote } from '../../ui/ServerQuote'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { StatusIcon } from '../../ui/StatusIcon'
import { Switch } from '../../ui/form/Switch'
import { classNames } from '../../ui/classNames'

/** 'changed': disabled until the user reviews the change. 'added': appeared after the user accepted the server. */
export type ToolMark = 'changed' | 'added' | undefined

export interface ToolRowProps {
  readonly serverId: ServerId
  readonly tool: Tool
  readonly on: boolean
  readonly rule: 'allow' | 'deny' | 'ask'
  readonly mark: ToolMark
  readonly noticed: readonly Message[]
  readonly onEnabled: (enabled: boolean) => void
}

/** One tool: whether the model gets it, its name, and what its server says about it. Open, it shows everything, including the schemas. */
export function ToolRow({ serverId, tool, on, rule, mark, noticed, onEnabled }: ToolRowProps) {
  const [open, setOpen] = useState(false)
  const detailId = useId()
  const Chevron = open ? ChevronDown : ChevronRight
  const title = toolTitle(tool)
  const description = tool.description === '' ? undefined : tool.description
  return (
    <div role="listitem" className="border-b border-line px-4 pt-2 pb-[0.5625rem]">
      <div className="flex flex-wrap items-start gap-3">
        <Switch data className="mt-0.5" label={plainName(tool.name)} checked={on} onChecked={onEnabled} />
        <div className="min-w-0 grow basis-40">
          <div className="flex flex-wrap items-center gap-2">
            <CatalogEntryIcon serverId={serverId} icons={tool.icons} />
            <button
              type="button"
              data-list-item
              aria-expanded={open}
              {...(open && { 'aria-controls': detailId })}
              onClick={() => setOpen(!open)}
              className={classNames('mono flex min-w-0 items-center gap-1 rounded-1 font-label hover:underline', !on && 'text-text-3')}
            >
              <span translate="no" className="breakable text-start">
                <SafeName name={tool.name} />
              </span>
              <Chevron size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
            </button>
            {changeClaims(tool.annotations).map((claim) => (
              <Chip key={claim} size="small" look={chipLooks[claim]}>
                {t(`approvals.claim.${claim}`)}
              </Chip>
            ))}
            {mark && (
              <Chip size="small" look="ask">
                {t(`catalog.mark.${mark}`)}
              </Chip>
            )}
          </div>
          {!open && (title ?? description) !== undefined && (
            <ServerQuoteLine className="mt-[0.1875rem]" lead={title} text={description ?? ''} />
          )}
          {noticed.length > 0 && (
            <p className="breakable pt-0.5 text-12 text-danger-text">
              <TranslatedMessages messages={noticed} />
            </p>
          )}
        </div>
        <RuleLabel on={on} rule={mark === 'changed' ? 'off' : rule} />
      </div>
      {open && <ToolDetails id={detailId} serverId={serverId} tool={tool} />}
    </div>
  )
}

/** What is left unsaid is Parley's to say, so it does not stand on the server's paper. */
const chipLooks = { readOnly: 'claim', changes: 'claim', mayDestroy: 'claimDanger', unsaidDestroys: 'danger' } as const

const ruleShapes = { off: 'ask', allow: 'ready', deny: 'denied', ask: 'ask' } as const

function RuleLabel({ on, rule }: { readonly on: boolean; readonly rule: ToolRowProps['rule'] | 'off' }) {
  const look = 'flex shrink-0 items-center gap-[0.3125rem] pt-px text-12 text-text-2'
  if (!on) return <span className={look}>{t('catalog.show.off')}</span>
  return (
    <span className={look}>
      <StatusIcon shape={ruleShapes[rule]} size={10} /> {t(`catalog.rule.${rule}`)}
    </span>
  )
}

function ToolDetails({ id, serverId, tool }: { readonly id: string; readonly serverId: ServerId; readonly tool: Tool }) {
  const server = useTopic('servers', (list) => list.servers.find(({ id }) => id === serverId))
  const words = [toolTitle(tool), tool.description].filter(Boolean).join('\n')
  return (
    <div id={id} className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2.5 ps-10">
      {server && (
        <div className="grid gap-2.5 rounded-3 border border-line bg-raised px-4 py-2.5">
          <CallsChoice server={server} tool={tool} />
          <AskPlace server={server} tool={tool} />
        </div>
      )}
      {words !== '' && <ServerQuote by={serverId} text={words} cutAt={4000} />}
      <CodeBlock heading={t('catalog.argumentsBy', { serverId })} language="json" code={JSON.stringify(tool.inputSchema, null, 2)} />
      {tool.outputSchema && (
        <CodeBlock heading={t('catalog.resultBy', { serverId })} language="json" code={JSON.stringify(tool.outputSchema, null, 2)} />
      )}
      <Button size="small" className="justify-self-start" onClick={() => startPick({ kind: 'tool', serverId, name: tool.name })}>
        {t('catalog.runYourself')}
      </Button>
    </div>
  )
}
