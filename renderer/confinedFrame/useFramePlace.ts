import { useCallback, type RefCallback } from 'react'
import { framePool, type FramePool } from './framePool'

/** Returns a ref for the element that shows a frame of the pool, while the element is drawn. The latest element of a frame has it. */
export function useFramePlace(key: string, pool: FramePool = framePool): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement) => {
      pool.place(key, element)
      // React runs this before it takes the element out of the document.
      return () => pool.leave(key, element)
    },
    [key, pool],
  )
}
