import { Dialog as Radix } from 'radix-ui'
import { useRef } from 'react'
import { dialogOverlay } from '../ui/dialogOverlay'
import { useFocusReturn } from '../ui/hooks/useFocusReturn'
import { openDrawer } from '../state/navigation'
import { Sidebar } from './Sidebar'
import { t } from '../i18n/t'

/** The sidebar of a narrow window, over a scrim. Escape, a click on the scrim, or navigation closes it. */
export function Drawer() {
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={openDrawer}>
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlay} />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focus.opened(event)
            heading.current?.focus()
          }}
          onCloseAutoFocus={focus.closed}
          className="fading fixed inset-y-0 start-0 z-(--z-question) w-70 max-w-[calc(100%-3rem)] bg-frame shadow-dialog outline-none"
        >
          <Radix.Title ref={heading} tabIndex={-1} data-quiet-focus className="sr-only">
            {t('layout.sidebar')}
          </Radix.Title>
          <Sidebar />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
