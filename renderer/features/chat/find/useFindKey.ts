import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isDialogOpen } from '../../../ui/dialogOverlay'

export interface FindState {
  /** How often the person asked for it since it is open. Zero while it is closed. */
  readonly asked: number
  readonly open: () => void
  readonly close: () => void
}

/** Ctrl F or Cmd F opens the field that finds in the conversation. Closing returns the focus to where it was. */
export function useFindKey(): FindState {
  const [asked, setAsked] = useState(0)
  const cameFrom = useRef<Element>(null)
  const open = useCallback(() => {
    // Asked again from inside of the field: it returns to where it was before.
    if (!document.activeElement?.closest('[role="search"]')) cameFrom.current = document.activeElement
    setAsked((count) => count + 1)
  }, [])
  const close = useCallback(() => {
    setAsked(0)
    if (cameFrom.current instanceof HTMLElement && cameFrom.current !== document.body) cameFrom.current.focus()
    else document.querySelector<HTMLElement>('[data-focus-home]')?.focus()
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isKey = event.code === 'KeyF' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isKey || event.defaultPrevented || event.isComposing || isDialogOpen()) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  return useMemo(() => ({ asked, open, close }), [asked, open, close])
}
