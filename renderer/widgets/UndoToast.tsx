import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../ui/Button'
import { classNames } from '../ui/classNames'
import { IconButton } from '../ui/IconButton'
import { endUndo, useUndoStore } from '../state/undoStore'
import { t } from '../i18n/t'

/**
 * The only toast: shows the undo that is offered. As long as it is, Ctrl+Z works outside fields.
 * @param overComposer the bottom of the view is the composer, which the toast must not cover
 */
export function UndoToast({ overComposer = false }: { readonly overComposer?: boolean }) {
  const { offer, at } = useUndoStore()
  useEffect(() => {
    if (!offer) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return
      event.preventDefault()
      endUndo('undo')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [offer])
  return (
    <div
      role="status"
      aria-label={t('ui.undo')}
      className={classNames(
        'pointer-events-none fixed inset-x-0 z-(--z-toast) flex justify-center px-4',
        overComposer ? 'bottom-36' : 'bottom-6',
      )}
    >
      {offer && (
        <div
          key={at}
          className="fading pointer-events-auto flex max-w-full items-center gap-3.5 rounded-3 bg-raised py-[0.4375rem] ps-3.5 pe-2 shadow-menu"
        >
          <span className="cut">{offer.sentence}</span>
          <span className="flex gap-0.5">
            <Button size="small" onClick={() => endUndo('undo')}>
              {t('ui.undo')}
            </Button>
            <IconButton
              size="small"
              label={t('ui.close')}
              icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
              onClick={() => endUndo('keep')}
            />
          </span>
        </div>
      )}
    </div>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA'].includes(target.tagName))
}
