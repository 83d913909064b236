import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** Restores the list's scroll position and focus when a person returns from a resource. */
export function useScrollRestoration(scroller: RefObject<HTMLElement | null>, uri: string | undefined): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const left = useRef<{ top: number; uri: string | undefined }>({ top: 0, uri: undefined })
  useEffect(() => {
    const element = scroller.current
    if (uri !== undefined || !element) return undefined
    const onScroll = (): void => {
      left.current.top = element.scrollTop
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller, uri])
  useLayoutEffect(() => {
    if (uri !== undefined) left.current.uri = uri
    if (uri !== undefined || left.current.uri === undefined) return undefined
    scroller.current?.scrollTo?.({ top: left.current.top })
    const focus = (): boolean => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-uri]') ?? [])]
      const row = rows.find(({ dataset }) => dataset['uri'] === left.current.uri)
      row?.focus({ preventScroll: true })
      return row !== undefined
    }
    if (focus()) return undefined
    // In a long list, the row is rendered only after the list reacts to the scroll.
    const timer = setTimeout(focus, 100)
    return () => clearTimeout(timer)
  }, [scroller, uri])
  return list
}
