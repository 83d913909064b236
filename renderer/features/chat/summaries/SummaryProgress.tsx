import type { ConversationId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { StatusLabel } from '../../../ui/StatusLabel'
import { showChatError } from '../chatErrors'

/** Says that a summary of this conversation is being written, and stops it. Nothing while none is. */
export function SummaryProgress({ conversationId }: { readonly conversationId: ConversationId }) {
  const writing = useTopic('chat.summaries', (all) => all.find((one) => one.conversationId === conversationId))
  if (!writing) return null
  return (
    <div role="status" className="flex items-center gap-2 px-1 pb-2 text-12 text-text-2">
      <StatusLabel shape="busy" word={t('chat.summary.writing', { count: writing.messages })} />
      <Button size="small" onClick={() => void callHost('chat.stopSummary', { conversationId }).catch(showChatError(conversationId))}>
        {t('chat.summary.stop')}
      </Button>
    </div>
  )
}
