import type { ConversationId } from '../../shared/domain/ids'
import type { RuleImpactOnRecent } from '../../shared/domain/rule'
import { t } from '../i18n/t'
import { useTopic } from '../rpc/useTopic'
import { SafeName } from '../ui/SafeName'
import { SafeText } from '../ui/SafeText'
import { StatusIcon } from '../ui/StatusIcon'
import { LetterTile } from '../ui/LetterTile'
import { useNow } from '../ui/hooks/useNow'
import { ruleVerdictShape } from './ruleVerdictShape'
import { formatWhen } from '../ui/format/formatTime'
import { ruleAllowsDeniedCall } from './ruleAllowsDeniedCall'

/** Lists past calls that a rule would have decided differently. Those that it would allow against the person's own word come first. */
export function RuleImpactList({ label, changed }: { readonly label: string; readonly changed: RuleImpactOnRecent['changed'] }) {
  const conversations = useTopic('chat.conversations') ?? []
  const now = useNow(true, 60_000)
  const title = (of: ConversationId): string | undefined => conversations.find(({ id }) => id === of)?.title
  const [against, others] = [changed.filter(ruleAllowsDeniedCall), changed.filter((call) => !ruleAllowsDeniedCall(call))]
  return (
    <ul aria-label={label} className="max-h-60 divide-y divide-line overflow-y-auto rounded-2 border border-line bg-sunk" tabIndex={0}>
      {[...against, ...others].map(({ callId, conversationId, serverId, tool, line, at, from, to, deniedByPerson }, index) => (
        <li key={callId} className="flex items-center gap-2 px-3 py-1.5 text-12">
          <StatusIcon shape={index < against.length ? 'failed' : ruleVerdictShape[to]} size={10} />
          <LetterTile name={serverId} size={16} />
          <div className="min-w-0 grow">
            <div className="cut">
              <span translate="no" className="font-label">
                {serverId}
              </span>{' '}
              <span className="text-text-3">/</span>{' '}
              <code className="mono">
                <SafeName name={tool} />
              </code>{' '}
              <span className="mono text-text-3">
                <SafeText text={line} />
              </span>
            </div>
            <div className="cut text-text-3">
              <span className={index < against.length ? 'text-danger-text' : 'text-text-2'}>
                {t(deniedByPerson ? 'rules.decided.youDenied' : `rules.decided.${from}`)}{' '}
                <span className="inline-block rtl:-scale-x-100">→</span> {t(`rules.decided.${to}`)}
              </span>{' '}
              · {title(conversationId) ?? t('rules.impact.deletedConversation')} · {formatWhen(at, now)}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
