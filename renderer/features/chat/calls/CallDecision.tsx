import { useState } from 'react'
import type { Why } from '../../../../shared/domain/chat'
import { t } from '../../../i18n/t'
import { showSettings } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { MessageText } from '../../../i18n/MessageText'
import { RuleExplanations } from '../../../widgets/RuleExplanations'

/** Says why a call was allowed, asked about or denied. When opened, it explains the rules near the call. */
export function CallDecision({ why }: { readonly why: Why }) {
  const [shown, setShown] = useState(false)
  const { stands = [], reason, by, verdict } = why
  const ruled = by === 'rule' || by === 'policy'
  return (
    <div className={classNames('grid grow gap-1.5 text-12 text-text-2', shown ? 'basis-full' : 'basis-60')}>
      <div className="breakable">
        {stands.length > 0 ? (
          <Button size="small" look="bare" className="-ms-2" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t('approvals.why')}
          </Button>
        ) : (
          <span className="font-label">{t('approvals.why')}</span>
        )}{' '}
        <MessageText message={{ id: 'approvals.sentence', params: { reason } }} />
        {by === 'rule' && !shown && (
          <Button size="small" look="bare" onClick={() => showSettings('rules')}>
            {t('approvals.seeRules')}
          </Button>
        )}
      </div>
      {shown && <RuleExplanations stands={stands} {...(ruled && verdict && { verdict })} />}
    </div>
  )
}
