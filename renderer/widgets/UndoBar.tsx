import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../ui/Button'
import { classNames } from '../ui/classNames'
import { IconButton } from '../ui/IconButton'
import { endUndo, useUndoStore } from '../state/undoStore'
import { t } from '../i18n/t'

export interface UndoBarProps {
  /** It stands at the bottom of a page. By default it stands above the composer, with the composer's own margins. */
  readonly atFoot?: boolean
}

/**
 * Offers the undo of the last removal. As long as it does, Ctrl+Z works outside fields, and in an empty one:
 * after a removal, the composer of the new chat has the focus. It is a line of the layout, so that it covers
 * nothing that can be pressed, and stands where neither the composer nor the row below the pointer moves.
 */
export function UndoBar({ atFoot = false }: UndoBarProps) {
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
    // While it is empty, it takes no room in a grid, and screen readers still know it.
    <div role="status" aria-label={t('ui.undo')} className="shrink-0 empty:absolute">
      {offer && (
        <div
          key={at}
          className={classNames(
            'fading flex flex-wrap items-center gap-x-3.5 gap-y-1 rounded-3 border border-line-strong bg-raised py-1.5 ps-3 pe-2',
            atFoot && 'mx-auto my-2 w-[calc(100%-2rem)] max-w-page wide:w-[calc(100%-4rem)]',
          )}
        >
          <span className="breakable min-w-0 grow basis-40">{offer.sentence}</span>
          <span className="ms-auto flex gap-0.5">
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
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return target.value !== ''
  return target instanceof HTMLElement && target.isContentEditable
}
