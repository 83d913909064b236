import { ErrorNotice } from '../../ui/ErrorNotice'
import { QuestionRow } from '../../ui/QuestionRow'
import { AnswerFoot } from './AnswerFoot'
import type { Answers } from './answers'
import { CardFrame, type CardFrameProps } from './CardFrame'
import { RoundRow } from './RoundRow'
import { StopServerRow } from './StopServerRow'
import { useAnswer } from './useAnswer'
import { useStopAsking } from './useStopAsking'

export interface QuestionCardProps extends Omit<CardFrameProps, 'foot' | 'onEscape'> {
  readonly answers: Answers
  /** Offers "Stop asking me". */
  readonly mayStopAsking?: boolean
}

/** An open question: its frame, its answers, and why one of them could not be given. Each card says only what is its own. */
export function QuestionCard({ answers, mayStopAsking = false, children, ...frame }: QuestionCardProps) {
  const answering = useAnswer(frame.question)
  const { failed: notStopped, ...stopAsking } = useStopAsking(frame.question)
  const failed = answering.failed ?? notStopped
  const { cancel } = answers
  return (
    <CardFrame
      {...frame}
      onEscape={cancel && ((arming) => !arming && answering.give(cancel))}
      foot={(arming, unseen) => (
        <AnswerFoot answers={answers} answering={answering} arming={arming} unseen={unseen} {...(mayStopAsking && { stopAsking })} />
      )}
    >
      {failed && (
        <QuestionRow>
          <ErrorNotice error={failed} role="alert" />
        </QuestionRow>
      )}
      {children}
      <RoundRow question={frame.question} />
      <StopServerRow question={frame.question} />
    </CardFrame>
  )
}
