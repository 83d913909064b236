import { useState } from 'react'
import { t } from '../../messages/t'
import type { QuestionId, ServerId } from '../../../shared/domain/ids'
import { useTopic } from '../../rpc/useTopic'
import { openQuestion } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'

export interface QuestionsMeanwhileProps {
  /** Servers that were asked for something. */
  readonly servers: readonly ServerId[]
}

/**
 * Shown while servers are asked for something that belongs to no conversation: one of them may ask back before it answers. Their question
 * would wait in the Inbox unseen, so it is offered here.
 */
export function QuestionsMeanwhile({ servers }: QuestionsMeanwhileProps) {
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
