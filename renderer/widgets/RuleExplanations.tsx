import { Lock } from 'lucide-react'
import type { RuleExplanation, RuleVerdict } from '../../shared/domain/rule'
import { t } from '../i18n/t'
import { StatusIcon } from '../ui/StatusIcon'
import { MessageText } from '../i18n/MessageText'
import { ruleVerdictShape } from './ruleVerdictShape'

export interface RuleExplanationsProps {
  readonly stands: readonly RuleExplanation[]
  /** The decision, if known. */
  readonly verdict?: RuleVerdict
}

/** Explains every rule near a call: which one decides, which one yields, and why the others do not apply. */
export function RuleExplanations({ stands, verdict }: RuleExplanationsProps) {
  return (
    <ul aria-label={t('rules.near')} className="grid gap-1.5 text-12">
      {stands.map((stand, index) => (
        <li
          key={stand.ruleId ?? index}
          className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-2 medium:grid-cols-[0.75rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <Mark stand={stand} verdict={verdict} />
          <span className="breakable text-text-2">
            <MessageText message={stand.rule} />
            {stand.locked && (
              <Lock size={11} strokeWidth={1.75} role="img" aria-label={t('rules.setByPolicy')} className="ms-1 inline text-text-3" />
            )}
          </span>
          <span
            className={
              stand.stands === 'decides' ? 'breakable font-label max-medium:col-start-2' : 'breakable text-text-3 max-medium:col-start-2'
            }
          >
            <MessageText message={{ id: `rules.stands.${stand.stands}`, params: { because: stand.because } }} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Mark({ stand, verdict }: { readonly stand: RuleExplanation; readonly verdict: RuleVerdict | undefined }) {
  if (stand.stands === 'decides' && verdict !== undefined) {
    return (
      <span className="pt-0.5">
        <StatusIcon shape={ruleVerdictShape[verdict]} size={10} />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className="text-text-3">
      {stand.stands === 'decides' ? '•' : '–'}
    </span>
  )
}
