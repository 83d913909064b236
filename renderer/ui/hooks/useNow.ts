import { useEffect, useState } from 'react'

/** Returns the current time and updates it, once a second by default, while it is active. */
export function useNow(active = true, everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!active) return undefined
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [active, everyMs])
  return now
}
