import type { EndedQuestion } from '../../../../shared/domain/question'
import { openQuestion } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { StatusLabel } from '../../../ui/StatusLabel'
import { QuestionCardLayout } from '../QuestionCardLayout'
import type { CardPlace } from '../cardProps'
import { SignedIn } from '../signIn/SignedIn'
import { endShape, describeEnd } from './describeEnd'
import { describeRequest } from '../describeQuestion'

/** A question that somebody or something else ended while its dialog was open: what happened, and Close. */
export function EndedCard({ end, ...place }: CardPlace & { readonly end: EndedQuestion | undefined }) {
  const { asker, details } = place.question
  const close = () => openQuestion(undefined)
  const signedIn = details.kind === 'signIn' && end?.how === 'answered'
  return (
    <QuestionCardLayout
      {...place}
      onLater={undefined}
      content="ended"
      title={signedIn ? `Signed in to ${asker.serverId}` : `${asker.serverId} ${describeRequest(details)}`}
      onEscape={close}
      foot={() => (
        <>
          <span className="grow" />
          <Button size="action" data-answer="refuse" onClick={close}>
            Close
          </Button>
        </>
      )}
    >
      {signedIn ? (
        <SignedIn onClose={close} />
      ) : (
        <QuestionRow>
          <div role="status">
            <StatusLabel shape={end ? endShape(end) : 'stopped'} word={end ? describeEnd(end) : 'This question has ended.'} />
          </div>
          <p className="pt-1 text-text-2">Nothing that you filled in was sent.</p>
        </QuestionRow>
      )}
    </QuestionCardLayout>
  )
}
