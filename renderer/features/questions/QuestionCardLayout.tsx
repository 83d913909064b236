import type { ReactNode } from 'react'
import { useTopic } from '../../rpc/useTopic'
import { QuestionDialogLayout, type QuestionDialogLayoutProps } from './QuestionDialogLayout'
import { Asker } from './Asker'
import type { CardPlace } from './cardProps'
import { describeKind } from './describeQuestion'
import { useAnswerKeys } from './useAnswerKeys'

export interface QuestionCardLayoutProps
  extends
    Omit<CardPlace, 'onLater'>,
    Pick<QuestionDialogLayoutProps, 'title' | 'beside' | 'foot' | 'onEscape' | 'onLater' | 'aside' | 'children'> {
  /** Changes whenever the body shows something else. The answers are then disabled for a moment. */
  readonly content?: string | undefined
  /** The line under the title. By default, it says who asks. */
  readonly who?: ReactNode
}

/** The frame of every question, open or ended: its kind, who asks, and in which conversation. */
export function QuestionCardLayout({ question, content = '', who, ...frame }: QuestionCardLayoutProps) {
  const { details, asker } = question
  const conversation = useTopic('chat.conversations', (list) => list.find(({ id }) => id === asker.conversationId)?.title)
  useAnswerKeys()
  return (
    <QuestionDialogLayout
      {...frame}
      contentKey={`${question.id} ${content}`}
      kind={describeKind(details)}
      {...(conversation && { conversation })}
      subject={asker.serverId}
      subjectIs={details.kind === 'changed' ? 'of' : 'for'}
      server={asker.serverId}
      who={who ?? <Asker asker={asker} />}
    />
  )
}
