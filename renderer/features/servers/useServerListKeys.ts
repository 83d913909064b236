import { useEffect, useRef, type RefObject } from 'react'
import { ServerId } from '../../../shared/domain/ids'
import { openServerForm } from '../../shell/screen'

/** Keys of the list of servers: J and K go down and up, E edits the one in focus. Enter opens it, as its name is a link. */
export function useServerListKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const elsewhere = event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]') !== null
      if (elsewhere || event.ctrlKey || event.metaKey || event.altKey) return
      const articles = [...(list.current?.querySelectorAll('article') ?? [])]
      const at = articles.findIndex((article) => article.contains(document.activeElement))
      const next = { j: at + 1, k: Math.max(0, at - 1) }[event.key]
      if (next !== undefined) articles[next]?.querySelector<HTMLElement>('h3 a')?.focus()
      const name = articles[at]?.getAttribute('aria-label') ?? undefined
      if (event.key !== 'e' || name === undefined) return
      event.preventDefault()
      openServerForm({ kind: 'edit', serverId: ServerId.parse(name) })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return list
}
