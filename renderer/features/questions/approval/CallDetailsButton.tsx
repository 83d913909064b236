import { cutName } from '../../../../shared/i18n/cutName'
import { plainName } from '../../../../shared/lib/confusableNames'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'

export interface CallDetailsButtonProps {
  readonly tool: string
  /** The id of what tells its call from another one of the same tool. */
  readonly describedBy: string
  readonly onShow: () => void
}

/** Opens all that is known of one call of several, where it can also be edited or always allowed. */
export function CallDetailsButton({ tool, describedBy, onShow }: CallDetailsButtonProps) {
  return (
    <Button
      aria-describedby={describedBy}
      size="small"
      look="bare"
      aria-label={t('approvals.together.details', { tool: cutName(plainName(tool)) })}
      onClick={onShow}
    >
      {t('approvals.card.details')}
    </Button>
  )
}
