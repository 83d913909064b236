import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Keyboard navigation of a list: J and K move down and up. Enter presses the focused element, as everywhere. E edits the item of the
 * focused row. The row's `data-list-item` identifies it.
 */
export function useListNavigation(onEdit?: (item: string) => void): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const take = useEffectEvent((event: KeyboardEvent): void => {
    const elsewhere = event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]')
    if (elsewhere || event.ctrlKey || event.metaKey || event.altKey) return
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-list-item]') ?? [])]
    const at = items.findIndex((item) => holdsFocus(item))
    const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
    if (step !== 0) items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + step))]?.focus()
    const item = items[at]?.dataset['listItem']
    if (event.key !== 'e' || item === undefined || !onEdit) return
    event.preventDefault()
    onEdit(item)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => take(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return list
}

function holdsFocus(item: HTMLElement): boolean {
  return (item.closest('article') ?? item).contains(document.activeElement)
}
