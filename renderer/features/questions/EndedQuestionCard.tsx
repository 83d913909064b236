import type { EndedQuestion } from '../../../shared/domain/question'
import { t } from '../../i18n/t'
import { openQuestion } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { LabelledRow } from '../../widgets/LabelledRow'
import { StatusLabel } from '../../ui/StatusLabel'
import { QuestionCardLayout } from './QuestionCardLayout'
import type { CardPlace } from './cardProps'
import { SignInDone } from './signIn/SignInDone'
import { questionEndShape, describeQuestionEnd } from '../../widgets/describeQuestionEnd'
import { describeRequest } from './describeQuestion'

/** A question that ended elsewhere while its dialog was open. It says what happened and offers Close. */
export function EndedQuestionCard({ end, ...place }: CardPlace & { readonly end: EndedQuestion | undefined }) {
  const { asker, details } = place.question
  const close = () => openQuestion(undefined)
  const signedIn = details.kind === 'signIn' && end?.how === 'answered'
  return (
    <QuestionCardLayout
      {...place}
      onLater={undefined}
      content="ended"
      title={signedIn ? t('signIn.doneTitle', { name: asker.serverId }) : describeRequest(place.question)}
      onEscape={close}
      foot={() => (
        <>
          <span className="grow" />
          <Button size="action" data-answer="refuse" onClick={close}>
            {t('questions.close')}
          </Button>
        </>
      )}
    >
      {signedIn ? (
        <SignInDone onClose={close} />
      ) : (
        <LabelledRow>
          <div role="status">
            <StatusLabel shape={end ? questionEndShape(end) : 'stopped'} word={end ? describeQuestionEnd(end) : t('questions.ended')} />
          </div>
          <p className="pt-1 text-text-2">{t('questions.nothingSent')}</p>
        </LabelledRow>
      )}
    </QuestionCardLayout>
  )
}
