import { useState } from 'react'
import type { ApprovalHistory } from '../../../../shared/domain/approvalHistory'
import type { ApprovalDetails, DialogReason } from '../../../../shared/domain/question'
import { isMessage, type Message } from '../../../../shared/i18n/message'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'
import { formatTimeAgo } from '../../../ui/format/formatTime'
import { MessageText } from '../../../i18n/MessageText'
import { RuleExplanations } from '../../../widgets/RuleExplanations'

/** Says why a call needs approval: what decided it, what was decided before, and how the nearest rules apply. */
export function ApprovalReason({ details }: { readonly details: ApprovalDetails }) {
  const { why, history, stands = [], added } = details
  const [shown, setShown] = useState(false)
  const sign = unexpectedSign(details)
  return (
    <div className="grid gap-2">
      <p className="breakable">
        <span className="font-label">
          <MessageText message={{ id: 'approvals.sentence', params: { reason: why } }} />
        </span>{' '}
        <span className="text-text-2">
          {describeHistory(history)}
          {added && !saysAdded(why) && ` ${t('approvals.added')}`}
        </span>
      </p>
      {sign !== undefined && (
        <p className="breakable text-text-2">
          <MessageText message={{ id: 'approvals.inDialog', params: { reason: { id: 'approvals.because.sign', params: { sign } } } }} />
        </p>
      )}
      {stands.length > 0 && (
        <div>
          <Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t('approvals.rulesNear', { count: stands.length })}
          </Button>
        </div>
      )}
      {shown && <RuleExplanations stands={stands} verdict="ask" />}
    </div>
  )
}

/** What the dialog says by itself, wherever it is. */
const saidElsewhere: ReadonlySet<DialogReason> = new Set(['ofApp', 'definition', 'dataFlow'])

/**
 * Pure: what keeps a call out of the conversation where a person would expect it there: its server says that the tool only reads, or it declares
 * nothing and the person had it ask there.
 */
function unexpectedSign({ place, annotations: { readOnlyHint } = {} }: ApprovalDetails): DialogReason | undefined {
  if (place?.place !== 'dialog' || saidElsewhere.has(place.because)) return undefined
  const { signs = [place.because] } = place
  const isExpected = !signs.includes('declaresNothing') && (readOnlyHint === true || !signs.includes('mayChange'))
  return isExpected ? place.because : undefined
}

/** Whether a rule does not apply because the tool was added later. The reason already says so then. */
function saysAdded({ params }: Message): boolean {
  const because = params?.['because']
  return isMessage(because) && because.id === 'approvals.because.added'
}

function describeHistory({ allowed, denied, last }: ApprovalHistory): string {
  if (!last) return t('approvals.history.none')
  const when = formatTimeAgo(last.at, Date.now())
  if (denied === 0) return t('approvals.history.allowed', { allowed, when })
  if (allowed === 0) return t('approvals.history.denied', { denied, when })
  return t('approvals.history.both', { allowed, denied, when, last: last.verdict })
}
