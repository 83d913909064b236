import { Lock } from 'lucide-react'
import { useId } from 'react'
import type { ConversationSummary } from '../../../../shared/domain/chat'
import type { RuleId } from '../../../../shared/domain/ids'
import type { LockedSubject, Rule, RuleEntry } from '../../../../shared/domain/rule'
import type { Message } from '../../../../shared/i18n/message'
import { describeSubject } from '../../../../shared/rules/describeRule'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { showSettings, showServers } from '../../../state/navigation'
import { AppLink } from '../../../ui/AppLink'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { offerUndo } from '../../../state/undoStore'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { useNow } from '../../../ui/hooks/useNow'
import { MessageText } from '../../../i18n/MessageText'
import { RuleVerdictChip } from './RuleVerdictChip'
import { formatDay } from '../../../ui/format/formatTime'
import { SafeName } from '../../../ui/SafeName'

export interface RuleRowProps {
  readonly entry: RuleEntry
  readonly onEdit: (rule: Rule) => void
  readonly editRef: (id: RuleId, button: HTMLButtonElement | null) => void
}

/** One rule: its verdict, its subject, its duration, and how many of the recent calls it decided. */
export function RuleRow({ entry, onEdit, editRef }: RuleRowProps) {
  const { failed, run } = useAsyncAction()
  const { rule } = entry
  const wordsId = useId()
  return (
    <li className="col-span-full grid grid-cols-subgrid gap-y-2 px-4 py-2">
      <div className="col-span-full grid grid-cols-subgrid items-center gap-y-1">
        <span>
          <RuleVerdictChip verdict={rule.verdict} />
        </span>
        <div className="min-w-0">
          <div id={wordsId} className="breakable">
            <RuleSentence subject={rule.subject} />
          </div>
          <div className="breakable text-12 text-text-3">
            {entry.kind === 'own' ? <OwnFacts entry={entry} /> : <LockedFacts by={entry.rule.by} />}
          </div>
        </div>
        <div className="col-start-2 flex flex-wrap items-center justify-between wide:contents">
          <span className="num shrink-0 text-12 text-text-2">
            {t('rules.calls', { count: entry.decided })} <span className="sr-only">{t('rules.calls.ofLast')}</span>
          </span>
          {entry.kind === 'locked' ? (
            <span className="flex justify-end pr-2">
              <Lock size={14} strokeWidth={1.75} role="img" aria-label={t('rules.locked')} className="text-text-3" />
            </span>
          ) : (
            <span className="flex flex-wrap justify-end">
              {entry.rule.lasts !== 'conversation' && (
                <Button
                  ref={(button) => editRef(entry.rule.id, button)}
                  size="small"
                  look="bare"
                  aria-describedby={wordsId}
                  onClick={() => onEdit(entry.rule)}
                >
                  {t('rules.edit')}
                </Button>
              )}
              <Button size="small" look="bare" aria-describedby={wordsId} onClick={() => run(() => forget(entry.rule))}>
                {t('rules.delete')}
              </Button>
            </span>
          )}
        </div>
      </div>
      {failed && (
        <div className="col-span-full">
          <ErrorNotice role="alert" error={failed} />
        </div>
      )}
    </li>
  )
}

function OwnFacts({ entry: { rule, ended } }: { readonly entry: Extract<RuleEntry, { kind: 'own' }> }) {
  const titleIn = (list: readonly ConversationSummary[]) => list.find(({ id }) => id === rule.conversationId)?.title
  const kept = useTopic('chat.conversations', titleIn)
  const temporary = useTopic('chat.temporary', titleIn)
  const now = useNow(true, 60_000)
  return (
    <>
      <MessageText message={describeEnd(rule, ended, { kept, temporary })} /> ·{' '}
      {t(rule.madeFrom === undefined ? 'rules.made' : 'rules.madeFromCall', { day: formatDay(rule.created, now) })}
      {rule.subject.tool !== undefined && rule.verdict === 'allow' && ` · ${t('rules.endsWithTool')}`}
      {rule.inConversation && ` · ${t('rules.whereItAsks')}`}
    </>
  )
}

/** @param titles of the conversation of the rule, if it is in the list of these */
function describeEnd(
  { lasts, until }: Rule,
  ended: boolean,
  { kept, temporary }: Readonly<Record<'kept' | 'temporary', string | undefined>>,
): Message {
  if (lasts === 'always') return { id: 'rules.lasts.always' }
  if (lasts === 'conversation' && kept === undefined && temporary !== undefined)
    return { id: 'rules.lasts.temporary', params: { conversation: temporary } }
  if (lasts === 'conversation')
    return { id: 'rules.lasts.conversation', params: { conversation: kept ?? { id: 'rules.deletedConversation' } } }
  if (until === undefined) return { id: 'rules.lasts.untilUnknown' }
  return { id: ended ? 'rules.lasts.ended' : 'rules.lasts.until', params: { until } }
}

/** The facts of a rule that cannot change here, with a link to the policy's page. */
function LockedFacts({ by }: { readonly by: string }) {
  return (
    <>
      {t('rules.lasts.always')} · <MessageText message={{ id: 'rules.lockedBy', params: { by } }} /> ·{' '}
      <AppLink to="policy" className="text-accent hover:underline" onGo={() => showSettings('policy')}>
        {t('rules.seePolicy')}
      </AppLink>
    </>
  )
}

async function forget(rule: Rule): Promise<void> {
  await callHost('rules.forget', { ruleId: rule.id })
  offerUndo(t('rules.deleted', { rule: describeSubject(rule.subject) }), () => void callHost('rules.restore', { ruleId: rule.id }))
}

/** The subject of a rule as its usual sentence. The tool appears as data, and the server as a link. */
function RuleSentence({ subject }: { readonly subject: LockedSubject }) {
  const { serverId } = subject
  const server = serverId !== undefined && (
    <AppLink to="server" className="font-label hover:underline" onGo={() => showServers(serverId)}>
      <SafeName name={serverId} />
    </AppLink>
  )
  return <MessageText message={describeSubject(subject)} components={server ? { server } : {}} />
}
