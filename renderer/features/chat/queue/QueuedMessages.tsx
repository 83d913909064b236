import { CornerDownRight, Pencil, X } from 'lucide-react'
import type { QueuedMessage } from '../../../../shared/domain/queue/queuedMessage'
import type { ConversationId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { mainKey } from '../../../state/shortcutLabels'
import { Button } from '../../../ui/Button'
import { IconButton } from '../../../ui/IconButton'
import { Kbd } from '../../../ui/Kbd'
import { SafeText } from '../../../ui/SafeText'
import { StatusIcon } from '../../../ui/StatusIcon'
import { showChatError } from '../chatErrors'
import { editQueuedMessage } from './editQueuedMessage'
import { firstLine } from './firstLine'

export interface QueuedMessagesProps {
  readonly conversationId: ConversationId
  readonly queue: readonly QueuedMessage[]
  /** A turn runs in this conversation. */
  readonly running: boolean
  /** Queues what the composer holds, or steers with it. Absent when it holds nothing, or no turn runs. */
  readonly onQueue?: ((how: 'queue' | 'steer') => void) | undefined
}

/** What waits for the end of the turn, the next message first, and what Enter does while it runs. Draws nothing when there is neither. */
export function QueuedMessages({ conversationId, queue, running, onQueue }: QueuedMessagesProps) {
  if (queue.length === 0 && !onQueue) return null
  return (
    <section className="overflow-hidden rounded-3 border border-line bg-raised">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 px-2.5 py-1 text-12 text-text-2">
        {queue.length > 0 && <span>{t(running ? 'chat.queue.goes' : 'chat.queue.waits')}</span>}
        <span className="grow" />
        {onQueue && (
          <>
            <Button look="bare" size="small" onClick={() => onQueue('queue')}>
              {t('chat.queue.queue')}
              <Kbd keys={t('layout.key.enter')} />
            </Button>
            <Button look="bare" size="small" onClick={() => onQueue('steer')}>
              {t('chat.queue.steer')}
              <Kbd keys={`${mainKey()} ${t('layout.key.enter')}`} />
            </Button>
          </>
        )}
        {queue.length > 0 && !running && (
          <Button size="small" onClick={() => void callHost('chat.sendQueued', { conversationId }).catch(showChatError(conversationId))}>
            {t('chat.queue.sendNow')}
          </Button>
        )}
      </div>
      {queue.length > 0 && (
        <ul aria-label={t('chat.queue.list')} className="max-h-44 overflow-y-auto">
          {queue.map((message) => (
            <Row key={message.id} conversationId={conversationId} message={message} running={running} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ conversationId, message, running }: Omit<QueuedMessagesProps, 'queue' | 'onQueue'> & { readonly message: QueuedMessage }) {
  const { id: queuedId, text, attached, steers } = message
  const act = (name: 'chat.steer' | 'chat.removeQueued') => () =>
    void callHost(name, { conversationId, queuedId }).catch(showChatError(conversationId))
  return (
    <li className="flex min-h-8.5 items-center gap-2 border-t border-line px-2.5 text-13">
      <StatusIcon shape="off" />
      <span dir="auto" translate="no" className="cut min-w-0 grow">
        <SafeText text={firstLine(text)} />
      </span>
      {attached.length > 0 && <span className="shrink-0 text-12 text-text-3">{t('chat.queue.attached', { count: attached.length })}</span>}
      {running && steers === true && <span className="shrink-0 text-12 text-text-3">{t('chat.queue.steers')}</span>}
      {running && steers !== true && (
        <Button size="small" onClick={act('chat.steer')}>
          <CornerDownRight {...drawn} />
          {t('chat.queue.steerNow')}
        </Button>
      )}
      <IconButton
        size="small"
        label={t('chat.queue.edit')}
        icon={<Pencil {...drawn} />}
        onClick={() => editQueuedMessage(conversationId, message)}
      />
      <IconButton size="small" label={t('chat.queue.remove')} icon={<X {...drawn} />} onClick={act('chat.removeQueued')} />
    </li>
  )
}

const drawn = { size: 13, strokeWidth: 1.75, 'aria-hidden': true } as const
