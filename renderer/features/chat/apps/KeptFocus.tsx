import { useEffect, useRef, type ReactNode } from 'react'

/**
 * Keeps the keyboard at the app around it where what had it is gone, as a button that was pressed goes with its line, or with the question
 * that it opened.
 */
export function KeptFocus({ children }: { readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = part.current
    if (!element) return undefined
    let last: Element | undefined
    const follow = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return
      last = element.contains(target) ? target : undefined
    }
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return
      last = undefined
      const isNowhere = document.activeElement === document.body
      if (isNowhere) element.closest<HTMLElement>('[data-app-region]')?.focus({ preventScroll: true })
    })
    observer.observe(element, { childList: true, subtree: true })
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
    }
  }, [])
  return (
    <div ref={part} className="contents">
      {children}
    </div>
  )
}
