import type { ReactNode } from 'react'
import type { Question, QuestionDetails } from '../../../shared/domain/question'
import { useTopic } from '../../rpc/useTopic'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { QuestionFrame } from '../../ui/QuestionFrame'
import { QuestionRow } from '../../ui/QuestionRow'
import type { Answering } from './useAnswer'
import { Asker } from './Asker'
import { kindWords } from './questionWords'
import { useAnswerKeys } from './useAnswerKeys'

/** What every card gets, beside the details of its own kind. */
export interface CardProps<D extends QuestionDetails> {
  readonly question: Question
  readonly details: D
  readonly waiting: number
  readonly onPrevious?: () => void
  readonly onNext?: () => void
  readonly onLater: () => void
}

export interface QuestionCardProps extends Omit<CardProps<never>, 'details'> {
  /** Another word whenever the body shows something else: the answers wait again then. */
  readonly content?: string
  readonly title: ReactNode
  /** Under the title; who asks, when it is left out. */
  readonly who?: ReactNode
  readonly answering?: Answering
  /** QuestionRows. */
  readonly children: ReactNode
  /** RefuseButton first, AllowButton last. */
  readonly foot: (arming: boolean) => ReactNode
  /** Escape, where it is not Later. */
  readonly onEscape?: () => void
  readonly aside?: boolean
}

/** The frame around every question, with who asks and what went wrong with an answer. */
export function QuestionCard(props: QuestionCardProps) {
  const {
    question,
    content = '',
    title,
    who,
    answering,
    children,
    foot,
    onLater,
    onEscape = onLater,
    onPrevious,
    onNext,
    waiting,
    aside,
  } = props
  const conversation = useTopic('chat.conversations', (list) => list.find(({ id }) => id === question.asker.conversationId)?.title)
  useAnswerKeys()
  return (
    <QuestionFrame
      contentKey={`${question.id} ${content}`}
      kind={kindWords[question.details.kind]}
      {...(conversation && { conversation })}
      waiting={waiting}
      {...(onPrevious && { onPrevious })}
      {...(onNext && { onNext })}
      server={question.asker.serverId}
      title={title}
      who={who ?? <Asker asker={question.asker} />}
      foot={foot}
      onLater={onLater}
      onEscape={onEscape}
      {...(aside !== undefined && { aside })}
    >
      {answering?.error && (
        <QuestionRow>
          <ErrorNotice error={answering.error} role="alert" />
        </QuestionRow>
      )}
      {children}
    </QuestionFrame>
  )
}
