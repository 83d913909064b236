import { ServerText } from '../../i18n/ServerText'
import type { CallId, ServerId } from '../../../shared/domain/ids'
import type { Question } from '../../../shared/domain/question'
import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import { useConversationSummary } from '../../rpc/useConversationSummary'
import { useTopic } from '../../rpc/useTopic'
import { openQuestion } from '../../state/navigation'
import { Button } from '../../ui/Button'

export interface QueuedCallStatusProps {
  readonly serverId: ServerId
  /** The call that waits. Absent for a request outside of any conversation. */
  readonly callId?: CallId
}

/** Says what a request waits for that was not sent yet: often for an answer in a conversation. Then it leads to that question. */
export function QueuedCallStatus({ serverId: server, callId }: QueuedCallStatusProps) {
  const question = useTopic('questions', ({ open }) => open.find((each) => holdsUp(each, server, callId)))
  const title = useConversationSummary(question?.asker.conversationId)?.title
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-text-2">
      <span className="breakable grow">
        {!question && <ServerText id="chat.queued.busy" server={server} />}
        {question && title === undefined && <ServerText id="chat.queued.asksElsewhere" server={server} />}
        {question && title !== undefined && (
          <Text id="chat.queued.asks" values={{ server }} components={{ conversation: <b className="font-label">{title}</b> }} />
        )}
      </span>
      {question && (
        <Button size="small" onClick={() => openQuestion(question.id)}>
          {t('chat.review')}
        </Button>
      )}
    </div>
  )
}

/** Says it of a request outside of any conversation, while one of its server waits. Show it only while the request runs. */
export function QueuedRequestStatus({ serverId }: Pick<QueuedCallStatusProps, 'serverId'>) {
  const waiting = useTopic('servers.queuedRequests', (all) => all[serverId] ?? 0) ?? 0
  return waiting > 0 ? <QueuedCallStatus serverId={serverId} /> : null
}

/** Pure: whether a question belongs to an earlier call of the same server, which keeps its place until it is answered. */
function holdsUp({ asker, details }: Question, server: ServerId, callId: CallId | undefined): boolean {
  if (details.kind === 'approval' || details.kind === 'start' || details.kind === 'changed') return false
  return asker.serverId === server && asker.callIds.length > 0 && (callId === undefined || !asker.callIds.includes(callId))
}
