import type { ScheduledRetry } from '../../../../shared/domain/chat'
import type { ConversationId, MessageId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { formatElapsed } from '../../../ui/format/formatDuration'
import { useNow } from '../../../ui/hooks/useNow'
import { showChatError } from '../chatErrors'

/** Returns when Parley tries an answer again by itself, if it does or did. */
export function useScheduledRetry(messageId: MessageId): ScheduledRetry | undefined {
  return useTopic('chat.retries', (retries) => retries.find((retry) => retry.messageId === messageId))
}

/** Says when Parley tries again by itself, or that it has given up. */
export function RetryStatus({ retry: { at, tries } }: { readonly retry: ScheduledRetry }) {
  const now = useNow(at !== undefined)
  if (at === undefined) return <p className="text-text-2">{t('chat.triedByItself', { count: tries })}</p>
  return (
    // Screen readers would read each second of it.
    <p aria-live="off" className="text-text-2 tabular-nums">
      {t('chat.triesByItself', { duration: formatElapsed(Math.max(0, at - now) + 999) })}
    </p>
  )
}

/** Keeps Parley from trying again by itself. */
export function StopTrying({ conversationId }: { readonly conversationId: ConversationId }) {
  return (
    <Button size="small" onClick={() => void callHost('chat.stopTrying', { conversationId }).catch(showChatError(conversationId))}>
      {t('chat.stopTrying')}
    </Button>
  )
}
