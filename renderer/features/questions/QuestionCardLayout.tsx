import type { ReactNode } from 'react'
import { useConversationSummary } from '../../rpc/useConversationSummary'
import { QuestionDialogLayout, type QuestionDialogLayoutProps } from './QuestionDialogLayout'
import { QuestionAsker } from './QuestionAsker'
import type { CardPlace } from './cardProps'
import { describeKind } from './describeQuestion'
import { useAnswerKeys } from './useAnswerKeys'

export interface QuestionCardLayoutProps
  extends
    Omit<CardPlace, 'onLater' | 'onCard'>,
    Pick<QuestionDialogLayoutProps, 'title' | 'beside' | 'foot' | 'onEscape' | 'onLater' | 'aside'> {
  readonly children: ReactNode
  /** Changes whenever the body shows something else. The answers are then disabled for a moment. */
  readonly content?: string | undefined
  /** Changes when the person opens another view of the question: the answers wait, and the frame fits the new body at once. */
  readonly view?: string | undefined
  /** The line under the title. By default, it says who asks. */
  readonly who?: ReactNode
}

/** The frame of every question, open or ended: its kind, who asks, and in which conversation. */
export function QuestionCardLayout({ question, content = '', view = '', who, ...frame }: QuestionCardLayoutProps) {
  const { details, asker } = question
  const conversation = useConversationSummary(asker.conversationId)?.title
  useAnswerKeys()
  return (
    <QuestionDialogLayout
      {...frame}
      contentKey={`${question.id} ${content}`}
      view={view}
      kind={describeKind(details)}
      {...(conversation && { conversation })}
      subject={asker.serverId}
      subjectIs={details.kind === 'changed' ? 'of' : 'for'}
      server={asker.serverId}
      who={who ?? <QuestionAsker asker={asker} />}
    />
  )
}
