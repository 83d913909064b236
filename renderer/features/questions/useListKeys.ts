import { useEffect, useRef, type RefObject } from 'react'

/** J and K go down and up in the list inside; Enter presses what has the focus, as everywhere. */
export function useListKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      const inField = event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]')
      if (step === 0 || inField || event.ctrlKey || event.metaKey || event.altKey) return
      const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-list-item]') ?? [])]
      const at = items.findIndex((item) => item === document.activeElement)
      items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + step))]?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return list
}
