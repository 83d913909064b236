import { useState } from 'react'
import { t } from '../../i18n/t'
import type { QuestionId, ServerId } from '../../../shared/domain/ids'
import { useTopic } from '../../rpc/useTopic'
import { openQuestion } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'

export interface QuestionDuringRequestProps {
  /** Servers with a pending request. */
  readonly servers: readonly ServerId[]
}

/**
 * Shows the questions of servers during requests that belong to no conversation. A server may ask a question before it answers such a
 * request. Without this, the question would wait unseen in the Inbox.
 */
export function QuestionDuringRequest({ servers }: QuestionDuringRequestProps) {
  const open = useTopic('questions', (questions) => questions.open) ?? []
  const [before] = useState<ReadonlySet<QuestionId>>(() => new Set(open.map(({ id }) => id)))
  const question = open.find(({ id, asker }) => !before.has(id) && asker.conversationId === undefined && servers.includes(asker.serverId))
  if (!question) return null
  return (
    <Notice
      look="ask"
      title={t('chat.asksFirst', { serverId: question.asker.serverId })}
      actions={
        <Button size="small" look="ink" onClick={() => openQuestion(question.id)}>
          {t('chat.review')}
        </Button>
      }
    >
      {t('chat.goesOn')}
    </Notice>
  )
}
