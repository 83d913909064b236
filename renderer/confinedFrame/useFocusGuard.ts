import { useEffect, type RefObject } from 'react'
import { guardFocus } from './guardFocus'

/** Guards the focus of the page against the frame of a component. */
export function useFocusGuard(frame: RefObject<HTMLIFrameElement | null>): void {
  useEffect(() => guardFocus(() => frame.current).stop, [frame])
}
