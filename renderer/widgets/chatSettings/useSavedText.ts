import { useEffect, useRef, useState } from 'react'
import { throttle } from '../../../shared/lib/throttle'
import { afterMs } from '../../ui/afterMs'

/** What is typed is saved this long after the first key, even while the person goes on. A crash loses no more. */
const SAVE_AFTER_MS = 400

export interface SavedText {
  readonly text: string
  readonly setText: (text: string) => void
  /** Saves what waits, because the person has left the field. */
  readonly flush: () => void
}

/** A text, and how it is saved where it was typed: something else may be shown by then. */
interface Typed {
  readonly text: string
  readonly save: (text: string) => void
}

/** A text that is saved while a person types. What comes from elsewhere replaces it, unless they have typed something else. */
export function useSavedText(saved: string, save: (text: string) => void): SavedText {
  const [typed, setTyped] = useState<string>()
  const throttled = useRef<ReturnType<typeof throttle<Typed>>>(undefined)
  useEffect(() => {
    const soon = throttle<Typed>((typed) => typed.save(typed.text), { ms: SAVE_AFTER_MS, leading: false, after: afterMs })
    throttled.current = soon
    return () => soon.flush()
  }, [])
  // It has arrived: from now on the field follows what is saved.
  if (typed === saved) setTyped(undefined)
  return {
    text: typed ?? saved,
    setText: (text) => {
      setTyped(text)
      throttled.current?.({ text, save })
    },
    flush: () => throttled.current?.flush(),
  }
}
