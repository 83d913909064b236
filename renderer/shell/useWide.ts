import { useSyncExternalStore } from 'react'

// The same width as the breakpoint "wide" in ui/theme.css.
const query = '(min-width: 900px)'

/** Whether the window is wide enough to hold the sidebar. Only one sidebar is in the page at a time, so that names are there once. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
