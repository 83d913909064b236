import { Lock } from 'lucide-react'
import { useId } from 'react'
import type { RuleId } from '../../../../shared/domain/ids'
import type { Rule, RuleEntry } from '../../../../shared/domain/rule'
import { describeDuration } from '../../../../shared/rules/describeRule'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { showSettings } from '../../../state/navigation'
import { AppLink } from '../../../ui/AppLink'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { SafeText } from '../../../ui/SafeText'
import { offerUndo } from '../../../state/undoStore'
import { useAttempt } from '../../../widgets/useAttempt'
import { useNow } from '../../../ui/hooks/useNow'
import { VerdictChip } from '../../../widgets/VerdictChip'
import { formatCount, formatDay } from '../../../ui/format/relativeTime'
import { RuleSentence } from './RuleSentence'

export interface RuleRowProps {
  readonly entry: RuleEntry
  readonly onEdit: (rule: Rule) => void
  readonly editRef: (id: RuleId, button: HTMLButtonElement | null) => void
}

/** One rule: what it says, about what, how long, and how many of the last calls it decided. */
export function RuleRow({ entry, onEdit, editRef }: RuleRowProps) {
  const { failed, run } = useAttempt()
  const { rule, words } = entry
  const wordsId = useId()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-2">
      <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 wide:grid-cols-[4rem_minmax(0,1fr)_auto_6.5rem]">
        <span>
          <VerdictChip verdict={rule.verdict} />
        </span>
        <div className="min-w-0">
          <div id={wordsId} className="breakable">
            <RuleSentence words={words} subject={rule.subject} />
          </div>
          <div className="breakable text-12 text-text-3">
            {entry.kind === 'own' ? <OwnFacts entry={entry} /> : <LockedFacts by={entry.rule.by} />}
          </div>
        </div>
        <div className="col-start-2 flex items-center justify-between wide:contents">
          <span className="num shrink-0 text-12 text-text-2">
            {formatCount(entry.decided, 'call')}
            <span className="sr-only"> of your last 200</span>
          </span>
          {entry.kind === 'locked' ? (
            <span className="flex justify-end pr-2">
              <Lock size={14} strokeWidth={1.75} role="img" aria-label="Set by policy: you cannot change it" className="text-text-3" />
            </span>
          ) : (
            <span className="flex justify-end">
              {entry.rule.lasts !== 'conversation' && (
                <Button
                  ref={(button) => editRef(entry.rule.id, button)}
                  size="small"
                  look="bare"
                  aria-describedby={wordsId}
                  onClick={() => onEdit(entry.rule)}
                >
                  Edit
                </Button>
              )}
              <Button size="small" look="bare" aria-describedby={wordsId} onClick={() => run(() => forget(entry.rule, words))}>
                Delete
              </Button>
            </span>
          )}
        </div>
      </div>
      {failed && <ErrorNotice role="alert" error={failed} />}
    </li>
  )
}

function OwnFacts({ entry: { rule, ended } }: { readonly entry: Extract<RuleEntry, { kind: 'own' }> }) {
  const conversation = useTopic('chat.conversations', (list) => list.find(({ id }) => id === rule.conversationId)?.title)
  const now = useNow(true, 60_000)
  return (
    <>
      <SafeText text={lastsLine(rule, ended, conversation)} /> · made {rule.madeFrom === undefined ? 'by hand' : 'from a call'}{' '}
      {formatDay(rule.created, now)}
      {rule.subject.tool !== undefined && rule.verdict === 'allow' && ' · ends if the tool changes'}
    </>
  )
}

function lastsLine(rule: Rule, ended: boolean, conversation: string | undefined): string {
  if (rule.lasts === 'conversation') return `In “${conversation ?? 'a conversation that was deleted'}” · ends with it`
  const words = describeDuration(rule)
  return ended ? `Ended: it was ${words}` : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Nobody changes it here; what set it has a page of its own. */
function LockedFacts({ by }: { readonly by: string }) {
  return (
    <>
      Always · set by <SafeText text={by} /> ·{' '}
      <AppLink to="policy" className="text-accent hover:underline" onGo={() => showSettings('policy')}>
        See the policy
      </AppLink>
    </>
  )
}

async function forget(rule: Rule, words: string): Promise<void> {
  await callHost('approvals.forget', { ruleId: rule.id })
  offerUndo(`“${words}” deleted`, () => void callHost('approvals.restore', { ruleId: rule.id }))
}
