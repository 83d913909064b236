import type { ApprovalDetails, DialogReason } from '../../../../shared/domain/question'
import { MessageText } from '../../../i18n/MessageText'

/** Says why a call has a dialog that a person would expect on a card. Nothing where nobody would. */
export function WhyInDialog({ details }: { readonly details: ApprovalDetails }) {
  const sign = unexpectedSign(details)
  if (sign === undefined) return null
  return (
    <p className="breakable pt-2 text-12 text-text-2">
      <MessageText message={{ id: 'approvals.inDialog', params: { reason: { id: 'approvals.because.sign', params: { sign } } } }} />
    </p>
  )
}

/** What the dialog says by itself, wherever it is. */
const saidElsewhere: ReadonlySet<DialogReason> = new Set(['ofApp', 'definition', 'dataFlow'])

/**
 * Pure: what keeps a call out of the conversation where a person would expect it there: its server says that the tool only reads,
 * or it declares nothing and the person had it ask there.
 */
function unexpectedSign({ place, annotations: { readOnlyHint } = {} }: ApprovalDetails): DialogReason | undefined {
  if (place?.place !== 'dialog' || saidElsewhere.has(place.because)) return undefined
  const { signs = [place.because] } = place
  const isExpected = !signs.includes('declaresNothing') && (readOnlyHint === true || !signs.includes('mayChange'))
  return isExpected ? place.because : undefined
}
