import { useSyncExternalStore } from 'react'

/** From this width on there is room for an app beside a conversation. */
const WIDE = '(width >= 90rem)'

/** Whether an app can be pinned beside the conversation. */
export function useIsWideForPin(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(WIDE)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE).matches,
  )
}
