import { useState } from 'react'
import type { Why } from '../../../../shared/domain/chat'
import type { RuleVerdict } from '../../../../shared/domain/rule'
import { showSettings } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { RuleExplanations } from '../../../widgets/RuleExplanations'
import { SafeText } from '../../../ui/SafeText'

/** Why a call was allowed, asked about or denied; and on opening, how the rules near it stood to it. */
export function DecisionLine({ why }: { readonly why: Why }) {
  const [shown, setShown] = useState(false)
  const { stands = [], sentence, by } = why
  const ruled = by === 'rule' || by === 'policy'
  return (
    <div className={classNames('grid grow gap-1.5 text-12 text-text-2', shown ? 'basis-full' : 'basis-60')}>
      <div className="breakable">
        {stands.length > 0 ? (
          <Button size="small" look="bare" className="-ml-2" aria-expanded={shown} onClick={() => setShown(!shown)}>
            Why
          </Button>
        ) : (
          <span className="font-label">Why</span>
        )}{' '}
        <SafeText text={sentence} />
        {by === 'rule' && !shown && (
          <Button size="small" look="bare" onClick={() => showSettings('rules')}>
            See rules
          </Button>
        )}
      </div>
      {shown && <RuleExplanations stands={stands} {...(ruled && { verdict: verdictOf(sentence) })} />}
    </div>
  )
}

function verdictOf(sentence: string): RuleVerdict {
  return sentence.startsWith('Denied') ? 'deny' : 'allow'
}
