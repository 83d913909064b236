import { useEffect, type RefObject } from 'react'

/** What an element covers cannot be reached by the keyboard or a screen reader while it is drawn. Dialogs and menus are outside of the page's root. */
export function useInertAround(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const covered: Element[] = []
    for (let each: Element | null = element.current; each && each.id !== 'root' && each !== document.body; each = each.parentElement) {
      const around = each.parentElement?.children ?? []
      covered.push(...[...around].filter((one) => one !== each && one.id !== 'hints' && !one.hasAttribute('inert')))
    }
    for (const one of covered) one.setAttribute('inert', '')
    return () => {
      for (const one of covered) one.removeAttribute('inert')
    }
  }, [element])
}
