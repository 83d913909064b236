import type { RefObject } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'

export interface SkipAppProps {
  readonly server: ServerId
  /** What stands behind the app. It must be able to take the focus. */
  readonly after: RefObject<HTMLElement | null>
}

/** The way past an app for whoever uses the keyboard or a screen reader: its document may have any number of stops, or keep the key. Seen while it has the focus. */
export function SkipApp({ server, after }: SkipAppProps) {
  return (
    <Button size="small" className="absolute start-1 top-1 z-1 not-focus:sr-only" onClick={() => after.current?.focus()}>
      {t('apps.skip', { server })}
    </Button>
  )
}
