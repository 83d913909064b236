import { useEffect, useRef } from 'react'
import type { ConversationId, ModelRef } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { retryAnswer } from '../answer/retryAnswer'
import { summarize } from './summarize'

export interface SummarizeAndGoOnProps {
  readonly conversationId: ConversationId
  /** The model that the conversation was too long for. */
  readonly model: ModelRef | undefined
}

/** Where a conversation was too long: a button that has its older part summarised, and then asks again. Nothing where there is too little. */
export function SummarizeAndGoOn({ conversationId, model }: SummarizeAndGoOnProps) {
  // It is shown with the answer that failed as long as that is the last message: after another one, nothing is asked again.
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const { data: budget } = useHostQuery('chat.context', { conversationId, model })
  const isWriting = useTopic('chat.summaries', (all) => all.some((one) => one.conversationId === conversationId)) ?? false
  if (!budget?.summary || isWriting) return null
  return (
    <Button size="small" onClick={() => summarize(conversationId, model, () => isShown.current && retryAnswer(conversationId))}>
      {t('chat.summarize')}
    </Button>
  )
}
