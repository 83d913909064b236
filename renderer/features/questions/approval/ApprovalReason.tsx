import { useState } from 'react'
import type { ApprovalHistory } from '../../../../shared/domain/approvalHistory'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { isMessage, type Message } from '../../../../shared/i18n/message'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'
import { formatTimeAgo } from '../../../ui/format/formatTime'
import { MessageText } from '../../../i18n/MessageText'
import { RuleExplanations } from '../../../widgets/RuleExplanations'

/** Says why a call needs approval: what decided it, what was decided before, and how the nearest rules apply. */
export function ApprovalReason({ details: { why, history, stands = [], added } }: { readonly details: ApprovalDetails }) {
  const [shown, setShown] = useState(false)
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
