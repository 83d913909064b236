import { ErrorNotice } from '../../ui/ErrorNotice'
import { QuestionRow } from '../../ui/QuestionRow'
import { AnswerFoot } from './AnswerFoot'
import type { Answers } from './answers'
import { CardFrame, type CardFrameProps } from './CardFrame'
import { StopServerRow } from './StopServerRow'
import { useAnswer } from './useAnswer'

export interface QuestionCardProps extends Omit<CardFrameProps, 'foot' | 'onEscape'> {
  readonly answers: Answers
}

/** An open question: its frame, its answers, and why one of them could not be given. Each card says only what is its own. */
export function QuestionCard({ answers, children, ...frame }: QuestionCardProps) {
  const answering = useAnswer(frame.question)
  const { cancel } = answers
  return (
    <CardFrame
      {...frame}
      onEscape={cancel && ((arming) => !arming && answering.give(cancel))}
      foot={(arming) => <AnswerFoot answers={answers} answering={answering} arming={arming} />}
    >
      {answering.failed && (
        <QuestionRow>
          <ErrorNotice error={answering.failed} role="alert" />
        </QuestionRow>
      )}
      {children}
      <StopServerRow question={frame.question} />
    </CardFrame>
  )
}
