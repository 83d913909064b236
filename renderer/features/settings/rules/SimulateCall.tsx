import { ServerText } from '../../../i18n/ServerText'
import { useState } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import type { RuleInput, RuleVerdict, RuleImpact } from '../../../../shared/domain/rule'
import type { JsonObject } from '../../../../shared/lib/json'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useCatalogs } from '../../../rpc/useCatalogs'
import { useTopic } from '../../../rpc/useTopic'
import { showServers } from '../../../state/navigation'
import { readArguments } from '../../../widgets/argumentFields'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { MessageText } from '../../../i18n/MessageText'
import { RuleExplanations } from '../../../widgets/RuleExplanations'
import { SelectField } from '../../../ui/form/SelectField'
import { StatusIcon } from '../../../ui/StatusIcon'
import { TextArea } from '../../../ui/form/TextArea'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'
import { ruleVerdictShape } from '../../../widgets/ruleVerdictShape'

/** Shows what the rules decide about a call that the person makes up, and how each rule applies. */
export function SimulateCall({ draft }: { readonly draft: RuleInput | undefined }) {
  const catalogs = useCatalogs()
  const [chosenServer, setChosenServer] = useState<ServerId>()
  const [chosenTool, setChosenTool] = useState<string>()
  const [json, setJson] = useState('{}')
  const catalog = catalogs.find(({ serverId }) => serverId === chosenServer) ?? catalogs[0]
  const tool = catalog?.catalog.tools.find(({ name }) => name === chosenTool) ?? catalog?.catalog.tools[0]
  const read = readArguments(json)
  if (!catalog) return <p className="text-text-2">{t('rules.try.noServer')}</p>
  return (
    <>
      <div className="grid gap-2 medium:grid-cols-2">
        <SelectField
          label={t('rules.form.server')}
          height="small"
          value={catalog.serverId}
          options={catalogs.map(({ serverId }) => ({ value: serverId, label: serverId, data: true }))}
          onValue={setChosenServer}
        />
        <SelectField
          label={t('rules.form.tool')}
          height="small"
          className="mono w-full"
          placeholder={t('rules.try.noTools')}
          value={tool && `tool ${tool.name}`}
          options={catalog.catalog.tools.map(({ name }) => ({ value: `tool ${name}`, label: name, data: true }))}
          onValue={(value) => setChosenTool(value.slice('tool '.length))}
        />
      </div>
      <TextArea mono lines={2} aria-label={t('rules.try.arguments')} aria-invalid={!read.ok} value={json} onValue={setJson} />
      {!read.ok && <p className="text-12 text-danger-text">{read.error}</p>}
      {tool && read.ok && <Verdict serverId={catalog.serverId} tool={tool.name} args={read.value} draft={draft} />}
    </>
  )
}

interface VerdictProps {
  readonly serverId: ServerId
  readonly tool: string
  readonly args: JsonObject
  readonly draft: RuleInput | undefined
}

function Verdict({ serverId, tool, args, draft }: VerdictProps) {
  const version = useTopic('rules.list')
  const settled = useDebouncedValue(args)
  const { data, error } = useHostQuery('rules.tryCall', { serverId, tool, arguments: settled, ...(draft && { draft }) }, { version })
  const trusted = useTopic('servers', (list) => list.servers.find(({ id }) => id === serverId)?.trusted) ?? true
  if (error) return <ErrorNotice error={error} />
  if (!data) return <div className="min-h-16" />
  return (
    <>
      <VerdictBox trial={data} />
      {data.stands.length > 0 && <RuleExplanations stands={data.stands} verdict={data.verdict} />}
      {!trusted && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3 text-12 text-text-2">
          <span>
            <ServerText id="rules.try.notTrusted" server={serverId} />
          </span>
          <Button size="small" onClick={() => showServers(serverId, 'about')}>
            {/* In one piece: a button sets its pieces apart, also the name from its quotation marks. */}
            <span>
              <ServerText id="rules.try.trust" server={serverId} />
            </span>
          </Button>
        </div>
      )}
    </>
  )
}

const boxes = {
  allow: 'border-allow-line bg-allow-soft',
  ask: 'border-ask-line bg-ask-soft',
  deny: 'border-line bg-sunk',
} as const satisfies Record<RuleVerdict, string>

function VerdictBox({ trial: { verdict, reason } }: { readonly trial: RuleImpact }) {
  return (
    <div
      role="status"
      aria-label={t('rules.try.verdict')}
      className={classNames('flex items-start gap-2.5 rounded-2 border px-3 py-2', boxes[verdict])}
    >
      <span className="pt-1">
        <StatusIcon shape={ruleVerdictShape[verdict]} />
      </span>
      <p className="breakable">
        <b className="font-title">{t(`rules.try.would.${verdict}`)}</b>{' '}
        <MessageText message={{ id: 'approvals.sentence', params: { reason } }} />
      </p>
    </div>
  )
}
