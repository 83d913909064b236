import { useEffect } from 'react'

/** Each open preview is a process of the browser. */
const OPEN_AT_ONCE = 6

let count = 0

/** Counts a preview while it is open. */
export function useOpenPreviews(open: boolean): { readonly isFull: () => boolean } {
  useEffect(() => {
    if (!open) return undefined
    count += 1
    return () => void (count -= 1)
  }, [open])
  return { isFull: () => count >= OPEN_AT_ONCE }
}
