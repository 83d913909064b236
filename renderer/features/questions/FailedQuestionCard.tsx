import type { QuestionDetails } from '../../../shared/domain/question'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { SafeText } from '../../ui/SafeText'
import { LabelledRow } from '../../widgets/LabelledRow'
import type { AnswerOptions } from './answerOptions'
import type { CardPlace } from './cardProps'
import { describeRequest } from './describeQuestion'
import { QuestionCard } from './QuestionCard'

export interface FailedQuestionCardProps extends CardPlace {
  readonly error: Error
  readonly onAgain: () => void
}

/** A question whose card failed. It shows nothing that was asked or filled in, and can be refused, cancelled, put off or shown again. */
export function FailedQuestionCard({ error, onAgain, ...place }: FailedQuestionCardProps) {
  return (
    <QuestionCard
      {...place}
      content="failed"
      keepsOnEscape
      title={describeRequest(place.question)}
      answers={{ ...answersThatAllowNothing(place.question.details), note: t('questions.failed.note') }}
    >
      <LabelledRow>
        <Notice
          look="danger"
          role="alert"
          title={t('questions.failed')}
          actions={
            <Button size="small" onClick={onAgain}>
              {t('questions.failed.again')}
            </Button>
          }
        >
          <SafeText text={error.message} />
        </Notice>
      </LabelledRow>
    </QuestionCard>
  )
}

function answersThatAllowNothing(details: QuestionDetails): Pick<AnswerOptions, 'refuse' | 'cancel'> {
  switch (details.kind) {
    case 'approval':
      return { refuse: { word: t('approvals.deny'), answer: { kind: 'approval', action: 'deny' } } }
    case 'form':
      return {
        refuse: { word: t('questions.decline'), answer: { kind: 'form', action: 'decline' } },
        cancel: { kind: 'form', action: 'cancel' },
      }
    case 'page':
      return {
        refuse: { word: t('questions.decline'), answer: { kind: 'page', action: 'decline' } },
        cancel: { kind: 'page', action: 'cancel' },
      }
    case 'sampling':
      return { refuse: { word: t('sampling.deny'), answer: { kind: 'sampling', action: 'deny' } } }
    case 'samplingReview':
      return { refuse: { word: t('sampling.discard'), answer: { kind: 'samplingReview', action: 'discard' } } }
    case 'folders':
      return { refuse: { word: t('questions.folders.shareNothing'), answer: { kind: 'folders', action: 'shareNothing' } } }
    case 'start':
      return { refuse: { word: t('questions.notNow'), answer: { kind: 'start', action: 'notNow' } } }
    case 'changed': {
      const word = t('definitions.card.keepOff', { count: details.changes.length })
      return { refuse: { word, answer: { kind: 'changed', action: 'keepOff' } } }
    }
    case 'signIn':
      return { refuse: { word: t('questions.notNow'), answer: { kind: 'signIn', action: 'notNow' } } }
  }
}
