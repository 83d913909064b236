import type { Tool } from '../../../shared/domain/catalog'
import type { CallsChoice as Choice } from '../../../shared/domain/ruleChoices'
import type { ServerConfig } from '../../../shared/domain/server'
import { toolHints } from '../../../shared/domain/toolHints'
import { callsCap, callsState, isWithinCap, type CallsCap } from '../../../shared/rules/callsChoice'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { ErrorNotice } from '../ErrorNotice'
import { useAsyncAction } from '../useAsyncAction'

export interface CallsChoiceProps {
  readonly server: ServerConfig
  /** One of its tools. Without it, the choice is about all of them. */
  readonly tool?: Tool
}

/** "Ask, Reading runs, Runs": what happens to the calls of a server or of one of its tools, with a sentence that says what it means. It is kept as rules. */
export function CallsChoice({ server, tool }: CallsChoiceProps) {
  const entries = useTopic('rules.list') ?? []
  const { failed, run } = useAsyncAction()
  const rules = entries.flatMap((entry) => (entry.kind === 'own' && !entry.ended ? [entry.rule] : []))
  const locked = entries.flatMap((entry) => (entry.kind === 'locked' ? [entry.rule] : []))
  const scope = { server, tool }
  const state = callsState(rules, scope)
  const cap = callsCap(locked, scope)
  // A choice of the person's stays theirs. What the policy leaves of it is what counts.
  const counts = cap && !isWithinCap(state, cap) ? cap.most : state
  const of = tool ? 'tool' : 'server'
  const claims = !tool || toolHints(tool.annotations).readOnly
  const mayRead = server.trusted && claims
  const set = (calls: Choice): void =>
    run(() =>
      callHost('rules.setCalls', { serverId: server.id, ...(tool && { tool: { name: tool.name, definitionHash: tool.hash } }), calls }),
    )
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <span className="min-w-0 grow basis-40 font-label">{t(`rules.choice.${of}`)}</span>
        <SegmentedControl
          label={t(`rules.choice.${of}`)}
          value={counts}
          options={[
            { value: 'ask', label: t('rules.choice.ask'), disabled: !isWithinCap('ask', cap) },
            { value: 'reading', label: t('rules.choice.reading'), disabled: !isWithinCap('reading', cap) || !mayRead },
            { value: 'all', label: t('rules.choice.all'), disabled: !isWithinCap('all', cap) },
          ]}
          onValue={(value) => value !== 'never' && set(value)}
        />
      </div>
      <p className="breakable text-12 text-text-3">
        {counts === 'reading' ? t(`rules.choice.means.${of}.reading`, { server: server.id }) : t(`rules.choice.means.${of}.${counts}`)}
        {cap && ` ${capWords(cap)}`}
        {!mayRead &&
          isWithinCap('reading', cap) &&
          ` ${t(claims ? 'rules.choice.reading.notBelieved' : 'rules.choice.reading.notClaimed', { server: server.id })}`}
      </p>
      {(counts === 'reading' || counts === 'all') && !tool && (
        <div>
          <Button size="small" onClick={() => set(counts)}>
            {t('rules.choice.again')}
          </Button>
        </div>
      )}
      {failed && <ErrorNotice error={failed} role="alert" />}
    </div>
  )
}

function capWords({ most, forbidsOthers, by }: CallsCap): string {
  if (most === 'never' || !forbidsOthers) return t(`rules.choice.cap.${most}`, { by })
  return t(most === 'reading' ? 'rules.choice.cap.othersForbidden' : 'rules.choice.cap.othersForbidden.asks', { by })
}
