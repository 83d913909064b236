import { useRef, useState } from 'react'

export interface HeldClose {
  /** Closes, unless a value would be lost: then that is told first, and the second time closes. */
  readonly close: () => void
  /** The person wanted to close, and was told. */
  readonly isHeld: boolean
  /** Says of a field whether it has a value that cannot be saved. */
  readonly onUnfit: (field: string, isUnfit: boolean) => void
}

/** Closes a dialog whose fields save themselves, but does not drop what one of them cannot save without a word. */
export function useHeldClose(close: () => void): HeldClose {
  const unfit = useRef(new Set<string>())
  const [isHeld, setHeld] = useState(false)
  return {
    close: () => {
      if (unfit.current.size > 0 && !isHeld) setHeld(true)
      else close()
    },
    isHeld,
    onUnfit: (field, isUnfit) => {
      if (isUnfit) unfit.current.add(field)
      else unfit.current.delete(field)
      if (unfit.current.size === 0) setHeld(false)
    },
  }
}
