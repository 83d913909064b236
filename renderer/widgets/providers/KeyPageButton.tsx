import { ExternalLink } from 'lucide-react'
import { t } from '../../i18n/t'
import { askToOpen } from '../../state/linkToOpen'
import { Button } from '../../ui/Button'
import type { KeyPage } from './keyPages'

export interface KeyPageButtonProps {
  readonly page: KeyPage
  readonly size?: 'small' | 'usual'
  /** Shows the name of the provider alone, where the words before it say what it is for. */
  readonly nameOnly?: boolean
}

/** Leads to the page where a provider gives out keys. A dialog shows its address first, and asks. */
export function KeyPageButton({ page, size = 'small', nameOnly = false }: KeyPageButtonProps) {
  return (
    <Button
      look="bare"
      size={size}
      {...(nameOnly ? { translate: 'no', 'aria-label': t('models.getKeyFrom', { provider: page.name }) } : {})}
      onClick={() => askToOpen(page.url)}
    >
      {nameOnly ? page.name : t('models.getKey')}
      <ExternalLink size={13} strokeWidth={1.75} aria-hidden="true" />
    </Button>
  )
}
