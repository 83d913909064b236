import type { AppError } from '../../../shared/errors/appError'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { LabelledRow } from '../../widgets/LabelledRow'
import { AnswerButtons } from './AnswerButtons'
import type { AnswerOptions } from './answerOptions'
import { QuestionCardLayout, type QuestionCardLayoutProps } from './QuestionCardLayout'
import { RepeatedQuestionRow } from './RepeatedQuestionRow'
import { StopServerRow } from './StopServerRow'
import { useAnswer } from './useAnswer'
import { useStopAsking } from './useStopAsking'

export interface QuestionCardProps extends Omit<QuestionCardLayoutProps, 'foot' | 'onEscape'> {
  readonly answers: AnswerOptions
  /** Whether to offer "Stop asking me". */
  readonly mayStopAsking?: boolean
  /** Whether the person has filled in something that a cancelled question would lose. Escape then means Later. */
  readonly keepsOnEscape?: boolean
  /** Why something else than an answer failed. */
  readonly problem?: AppError | undefined
}

/** An open question: its frame, its answers, and the error if an answer failed. Each card adds only its own content. */
export function QuestionCard({ answers, mayStopAsking = false, keepsOnEscape = false, problem, children, ...frame }: QuestionCardProps) {
  const answering = useAnswer(frame.question)
  const { failed: notStopped, ...stopAsking } = useStopAsking(frame.question)
  const failed = answering.failed ?? notStopped ?? problem
  const { cancel } = answers
  return (
    <QuestionCardLayout
      {...frame}
      onEscape={keepsOnEscape ? undefined : cancel && ((arming) => !arming && answering.give(cancel))}
      foot={(arming, unseen) => (
        <AnswerButtons answers={answers} answering={answering} arming={arming} unseen={unseen} {...(mayStopAsking && { stopAsking })} />
      )}
    >
      {failed && (
        <LabelledRow>
          <ErrorNotice error={failed} role="alert" />
        </LabelledRow>
      )}
      {children}
      <RepeatedQuestionRow question={frame.question} />
      <StopServerRow question={frame.question} />
    </QuestionCardLayout>
  )
}
