import type { EndedQuestion } from '../../../shared/domain/question'
import { openQuestion } from '../../shell/screen'
import { Button } from '../../ui/Button'
import { QuestionRow } from '../../ui/QuestionRow'
import { State } from '../../ui/State'
import { CardFrame } from './CardFrame'
import type { CardPlace } from './cardProps'
import { SignedIn } from './SignedIn'
import { endShape, endWords } from './endWords'
import { asksWords } from './questionWords'

/** A question that somebody or something else ended while its dialog was open: what happened, and Close. */
export function EndedCard({ end, ...place }: CardPlace & { readonly end: EndedQuestion | undefined }) {
  const { asker, details } = place.question
  const close = () => openQuestion(undefined)
  const signedIn = details.kind === 'signIn' && end?.how === 'answered'
  return (
    <CardFrame
      {...place}
      onLater={undefined}
      content="ended"
      title={signedIn ? `Signed in to ${asker.serverId}` : `${asker.serverId} ${asksWords(details)}`}
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
            <State shape={end ? endShape(end) : 'stopped'} word={end ? endWords(end) : 'This question has ended.'} />
          </div>
          <p className="pt-1 text-text-2">Nothing that you filled in was sent.</p>
        </QuestionRow>
      )}
    </CardFrame>
  )
}
