import type { ApprovalRule } from '../../../shared/domain/approval'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { showServers } from '../../shell/screen'
import { AppLink } from '../../ui/AppLink'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { EmptyState } from '../../ui/EmptyState'
import { SafeText } from '../../ui/SafeText'
import { Skeleton } from '../../ui/Skeleton'
import { StateMark } from '../../ui/StateMark'
import { useNow } from '../../ui/useNow'
import { dayWords } from '../../ui/words'
import { Section } from './Section'

/** The remembered approvals, each as one sentence, with the way to forget it. */
export function RulesPage() {
  const rules = useTopic('approvals.rules')
  const conversations = useTopic('chat.conversations') ?? []
  const now = useNow(true, 60_000)
  return (
    <Section
      title="Approval rules"
      end={<span className="text-12 text-text-3">The most specific wins. Deny beats allow. No rule means ask.</span>}
    >
      {!rules && <Skeleton label="Rules" />}
      {rules && (
        <div className="rounded-3 border border-line bg-raised">
          {rules.length === 0 && (
            <EmptyState title="No rules yet" text="Parley asks before every call. “Always allow…” in such a question makes a rule." />
          )}
          {rules.length > 0 && (
            <ul aria-label="Approval rules" className="divide-y divide-line">
              {rules.map((rule) => (
                <RuleRow
                  key={rule.id}
                  now={now}
                  rule={rule}
                  conversation={conversations.find((one) => one.id === rule.conversationId)?.title}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </Section>
  )
}

interface RuleRowProps {
  readonly rule: ApprovalRule
  readonly conversation: string | undefined
  readonly now: number
}

function RuleRow({ rule, conversation, now }: RuleRowProps) {
  return (
    <li className="flex items-center gap-4 px-4 py-2">
      <span className="w-16 shrink-0">
        {rule.verdict === 'allow' ? (
          <Chip look="allow">
            <StateMark shape="done" /> Allow
          </Chip>
        ) : (
          <Chip>
            <StateMark shape="denied" /> Deny
          </Chip>
        )}
      </span>
      <div className="min-w-0 grow">
        <div className="breakable">
          {rule.reach === 'tool' ? (
            <>
              <code className="mono">
                <SafeText text={rule.tool ?? ''} />
              </code>{' '}
              of{' '}
            </>
          ) : (
            'All tools called read-only by '
          )}
          <AppLink to="server" className="font-label hover:underline" onGo={() => showServers(rule.serverId)}>
            {rule.serverId}
          </AppLink>
        </div>
        <div className="breakable text-12 text-text-3">
          {rule.lasts === 'always' ? 'Always' : `In “${conversation ?? 'a conversation that was deleted'}”, ends with it`} · made{' '}
          {dayWords(rule.created, now)}
          {rule.reach === 'tool' && ' · ends if its description or arguments change'}
        </div>
      </div>
      <Button size="small" look="bare" onClick={() => void callHost('approvals.forget', { ruleId: rule.id })}>
        Delete
      </Button>
    </li>
  )
}
