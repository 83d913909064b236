import type { RuleVerdict, RuleImpactOnRecent } from '../../shared/domain/rule'
import { useTopic } from '../rpc/useTopic'
import { SafeName } from '../ui/SafeName'
import { SafeText } from '../ui/SafeText'
import { StatusIcon } from '../ui/StatusIcon'
import { Tile } from '../ui/Tile'
import { useNow } from '../ui/hooks/useNow'
import { verdictShape } from './verdictShape'
import { formatWhen } from '../ui/format/relativeTime'

const words = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const satisfies Record<RuleVerdict, string>

/** Calls that were made, and that a rule would have decided otherwise. */
export function RuleImpactList({ label, changed }: { readonly label: string; readonly changed: RuleImpactOnRecent['changed'] }) {
  const conversations = useTopic('chat.conversations') ?? []
  const now = useNow(true, 60_000)
  return (
    <ul aria-label={label} className="max-h-60 divide-y divide-line overflow-y-auto rounded-2 border border-line bg-sunk" tabIndex={0}>
      {changed.map(({ callId, conversationId, serverId, tool, line, at, from, to }) => (
        <li key={callId} className="flex items-center gap-2 px-3 py-1.5 text-12">
          <StatusIcon shape={verdictShape[to]} size={10} />
          <Tile name={serverId} size={16} />
          <div className="min-w-0 grow">
            <div className="cut">
              <span className="font-label">{serverId}</span> <span className="text-text-3">/</span>{' '}
              <code className="mono">
                <SafeName name={tool} />
              </code>{' '}
              <span className="mono text-text-3">
                <SafeText text={line} />
              </span>
            </div>
            <div className="cut text-text-3">
              <span className="text-text-2">
                {words[from]} → {words[to]}
              </span>{' '}
              · {conversations.find(({ id }) => id === conversationId)?.title ?? 'A conversation that was deleted'} · {formatWhen(at, now)}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
