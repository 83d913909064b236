import type { Call } from '../../../../shared/domain/chat'
import type { Question } from '../../../../shared/domain/question'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { openQuestion } from '../../../state/navigation'
import { Button } from '../../../ui/Button'

/** Says what a call waits for that was not sent yet: often for an answer in another conversation. Then it leads to that question. */
export function QueuedCallLine({ call }: { readonly call: Call }) {
  const question = useTopic('questions', ({ open }) => open.find((each) => holdsUp(each, call)))
  const title = useTopic('chat.conversations', (list) => list.find(({ id }) => id === question?.asker.conversationId)?.title)
  const server = call.serverId
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 pe-2 pb-2 ps-8 text-12 text-text-2">
      <span className="breakable grow">
        {!question && t('chat.queued.busy', { server })}
        {question && title === undefined && t('chat.queued.asksElsewhere', { server })}
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

/** Pure: whether a question belongs to an earlier call of the same server, which keeps its place until it is answered. */
function holdsUp({ asker, details }: Question, call: Call): boolean {
  if (details.kind === 'approval' || details.kind === 'start' || details.kind === 'changed') return false
  return asker.serverId === call.serverId && asker.callIds.length > 0 && !asker.callIds.includes(call.id)
}
