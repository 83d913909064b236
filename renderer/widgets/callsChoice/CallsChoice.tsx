import { useState } from 'react'
import type { Tool } from '../../../shared/domain/catalog'
import type { AcceptedTool } from '../../../shared/domain/definitionChange'
import type { CallsChoice as Choice } from '../../../shared/domain/ruleChoices'
import type { ServerConfig } from '../../../shared/domain/server'
import { toolHints } from '../../../shared/domain/toolHints'
import { isWithinCap } from '../../../shared/rules/callsChoice'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { ErrorNotice } from '../ErrorNotice'
import { useAsyncAction } from '../useAsyncAction'
import { AskBeforeRuns } from './AskBeforeRuns'
import { namedBefore } from './namedBefore'
import { callsWords, useCalls } from './useCalls'

export interface CallsChoiceProps {
  readonly server: ServerConfig
  /** One of its tools. Without it, the choice is about all of them. */
  readonly tool?: Tool
}

/**
 * "Ask, Reading runs, Runs": what happens to the calls of a server or of one of its tools, with a sentence that says what it means. It is
 * kept as rules. "Runs" asks first where it covers a tool that may do more than read.
 */
export function CallsChoice({ server, tool }: CallsChoiceProps) {
  const { failed, run } = useAsyncAction()
  const [asking, setAsking] = useState<readonly AcceptedTool[] | undefined>()
  const entries = useTopic('rules.list') ?? []
  const scope = { server, tool }
  const named = asking && namedBefore(asking, scope, entries)
  // Meanwhile, rules or the server's switch may have left nothing to ask about.
  if (asking && asking.length > 0 && named?.length === 0) setAsking(undefined)
  const { counts, cap, outgrown } = useCalls(scope)
  const of = tool ? 'tool' : 'server'
  const claims = !tool || toolHints(tool.annotations).readOnly
  const mayRead = server.trusted && claims
  const set = (calls: Choice): Promise<void> =>
    callHost('rules.setCalls', { serverId: server.id, ...(tool && { tool: { name: tool.name, definitionHash: tool.hash } }), calls })
  const choose = (calls: Choice): void =>
    run(async () => {
      if (calls !== 'all') return set(calls)
      // What a list shows now is not all: a rule also covers what was accepted for other accounts, and what the server lists again.
      const covered: readonly AcceptedTool[] = tool ? [tool] : await callHost('definitions.accepted', { serverId: server.id })
      return covered.length > 0 && namedBefore(covered, scope, entries).length === 0 ? set(calls) : setAsking(covered)
    })
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
          onValue={(value) => value !== 'never' && choose(value)}
        />
      </div>
      <p className="breakable text-12 text-text-3">
        {callsWords({ counts, cap }, scope)}
        {!mayRead &&
          isWithinCap('reading', cap) &&
          ` ${t(claims ? 'rules.choice.reading.notBelieved' : 'rules.choice.reading.notClaimed', { server: server.id })}`}
      </p>
      {!tool && outgrown && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-12">{t('rules.choice.outgrown')}</span>
          <Button size="small" onClick={() => choose(outgrown)}>
            {t('rules.choice.again')}
          </Button>
        </div>
      )}
      {failed && <ErrorNotice error={failed} role="alert" />}
      {named && (
        <AskBeforeRuns
          server={server}
          tool={tool}
          tools={named}
          onRuns={() => run(() => set('all'))}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}
