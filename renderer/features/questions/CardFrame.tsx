import type { ReactNode } from 'react'
import { useTopic } from '../../rpc/useTopic'
import { QuestionFrame, type QuestionFrameProps } from '../../ui/QuestionFrame'
import { Asker } from './Asker'
import type { CardPlace } from './cardProps'
import { kindWords } from './questionWords'
import { useAnswerKeys } from './useAnswerKeys'

export interface CardFrameProps
  extends Omit<CardPlace, 'onLater'>, Pick<QuestionFrameProps, 'title' | 'foot' | 'onEscape' | 'onLater' | 'aside' | 'children'> {
  /** Another word whenever the body shows something else: the answers wait again then. */
  readonly content?: string | undefined
  /** Under the title; who asks, when it is left out. */
  readonly who?: ReactNode
}

/** The frame around every question, open or ended: what kind it is, who asks, and in which conversation. */
export function CardFrame({ question, content = '', who, ...frame }: CardFrameProps) {
  const { details, asker } = question
  const conversation = useTopic('chat.conversations', (list) => list.find(({ id }) => id === asker.conversationId)?.title)
  useAnswerKeys()
  return (
    <QuestionFrame
      {...frame}
      contentKey={`${question.id} ${content}`}
      kind={kindWords(details)}
      {...(conversation && { conversation })}
      subject={asker.serverId}
      subjectIs={details.kind === 'changed' ? 'of' : 'for'}
      server={asker.serverId}
      who={who ?? <Asker asker={asker} />}
    />
  )
}
