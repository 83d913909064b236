import type { ReactNode } from 'react'
import { Button } from './Button'
import { t } from '../i18n/t'

export interface DialogFootProps {
  readonly onCancel: () => void
  /** What the button does. Shown once. */
  readonly note?: ReactNode
  /** The Button of size `action` that does it. */
  readonly children: ReactNode
}

/** The foot of a dialog with one action: Cancel on the left, the action on the right. */
export function DialogFoot({ onCancel, note, children }: DialogFootProps) {
  return (
    <>
      <Button size="action" onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
      <p className="min-w-0 grow px-2 text-12 text-text-3">{note}</p>
      {children}
    </>
  )
}
