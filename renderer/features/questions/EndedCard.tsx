import type { EndedQuestion } from '../../../shared/domain/question'
import { openQuestion } from '../../shell/screen'
import { QuestionRow } from '../../ui/QuestionRow'
import { State } from '../../ui/State'
import { RefuseButton } from './AnswerButtons'
import { endShape, endWords } from './endWords'
import { QuestionCard, type CardProps } from './QuestionCard'
import { asksWords } from './questionWords'

/** A question that somebody or something else ended while its dialog was open: what happened, and Close. */
export function EndedCard({ question, end, ...common }: Omit<CardProps<never>, 'details'> & { readonly end: EndedQuestion | undefined }) {
  const close = () => openQuestion(undefined)
  return (
    <QuestionCard
      {...common}
      question={question}
      content="ended"
      title={`${question.asker.serverId} ${asksWords(question.details)}`}
      onEscape={close}
      foot={() => (
        <>
          <span className="grow" />
          <RefuseButton onClick={close}>Close</RefuseButton>
        </>
      )}
    >
      <QuestionRow>
        <div role="status">
          <State shape={end ? endShape(end) : 'stopped'} word={end ? endWords(end) : 'This question has ended.'} />
        </div>
        <p className="pt-1 text-text-2">Nothing that you filled in was sent.</p>
      </QuestionRow>
    </QuestionCard>
  )
}
