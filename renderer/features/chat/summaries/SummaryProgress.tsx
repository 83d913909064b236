import type { Conversation } from '../../../../shared/domain/chat'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { StatusLabel } from '../../../ui/StatusLabel'
import { showChatError } from '../chatErrors'
import { useSummaryInUse } from './useSummaryInUse'
import { showSummary, useWrittenSummary } from './writtenSummary'

/** Says that a summary of this conversation is being written, and stops it. Then says that it is there, until the next message. */
export function SummaryProgress({ conversation }: { readonly conversation: Conversation }) {
  const conversationId = conversation.id
  const writing = useTopic('chat.summaries', (all) => all.find((one) => one.conversationId === conversationId))
  if (!writing) return <Written conversation={conversation} />
  return (
    <div role="status" className="flex items-center gap-2 px-1 pb-2 text-12 text-text-2">
      <StatusLabel shape="busy" word={t('chat.summary.writing', { count: writing.messages })} />
      <Button size="small" onClick={() => void callHost('chat.stopSummary', { conversationId }).catch(showChatError(conversationId))}>
        {t('chat.summary.stop')}
      </Button>
    </div>
  )
}

function Written({ conversation }: { readonly conversation: Conversation }) {
  const { id, messages } = conversation
  const isNews = useWrittenSummary(({ written }) => written?.conversationId === id && written.last === messages.at(-1)?.id)
  const inUse = useSummaryInUse(conversation)
  if (!isNews || !inUse) return null
  return (
    <div role="status" className="flex items-center gap-2 px-1 pb-2 text-12 text-text-2">
      <span>{t('chat.summary.stands', { count: inUse.messages })}</span>
      <Button size="small" onClick={() => showSummary(id, inUse.through)}>
        {t('chat.summary.find')}
      </Button>
    </div>
  )
}
