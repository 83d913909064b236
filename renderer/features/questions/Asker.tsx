import type { Asker as AskerOf } from '../../../shared/domain/question'
import type { ConversationId } from '../../../shared/domain/ids'
import type { Launch } from '../../../shared/domain/server'
import { useConversation } from '../../rpc/useConversation'
import { useTopic } from '../../rpc/useTopic'
import { SafeText } from '../../ui/SafeText'
import { clockWords } from '../../ui/words'

export interface AskerProps {
  readonly asker: AskerOf
  readonly during?: boolean
  /** What the person calls the account, where the server has several. */
  readonly account?: string | undefined
}

/** Who asks: the server by the user's name for it and as whom, where it runs, and during which call, as far as that can be known. */
export function Asker({ asker, during = true, account }: AskerProps) {
  const launch = useTopic('servers', (list) => list.servers.find(({ id }) => id === asker.serverId)?.launch)
  return (
    <>
      <span className="font-label text-text">{asker.serverId}</span>
      {account !== undefined && (
        <span className="breakable">
          as{' '}
          <span className="font-label text-text">
            <SafeText text={account} />
          </span>
        </span>
      )}
      {launch && (
        <>
          <Dot />
          <span className="mono breakable">
            <SafeText text={launchWords(launch)} />
          </span>
        </>
      )}
      {during && asker.callIds.length === 0 && (
        <>
          <Dot />
          <span>outside of any call</span>
        </>
      )}
      {during && asker.callIds.length > 0 && asker.conversationId !== undefined && (
        <During conversationId={asker.conversationId} callIds={asker.callIds} />
      )}
    </>
  )
}

const Dot = () => (
  <span aria-hidden="true" className="text-text-3">
    ·
  </span>
)

function During({ conversationId, callIds }: { readonly conversationId: ConversationId; readonly callIds: AskerOf['callIds'] }) {
  const feed = useConversation(conversationId)
  if (feed.status !== 'ready') return null
  const calls = feed.conversation.messages
    .flatMap((message) => message.parts)
    .flatMap((part) => (part.kind === 'call' && callIds.includes(part.call.id) ? [part.call] : []))
  const [first] = calls
  if (!first) return null
  return (
    <>
      <Dot />
      <span className="breakable">
        {calls.length === 1 ? 'during ' : 'during one of '}
        {calls.map((call, index) => (
          <span key={call.id}>
            {index > 0 && ', '}
            <code className="mono">
              <SafeText text={call.tool} />
            </code>
          </span>
        ))}
        {calls.length === 1 && `, begun at ${clockWords(first.startedAt)}`}
      </span>
    </>
  )
}

/** Pure: how a server is reached, in one line. Whole: this stands in questions. */
export function launchWords(launch: Launch): string {
  return launch.kind === 'stdio' ? [launch.command, ...launch.args].map(quoted).join(' ') : hostOf(launch.url)
}

function quoted(part: string): string {
  return part === '' || /[\s"']/.test(part) ? JSON.stringify(part) : part
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
