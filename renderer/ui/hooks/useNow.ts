import { useEffect, useState } from 'react'

/** The time, changing once a second while somebody looks at something that runs or waits. */
export function useNow(active = true, everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!active) return undefined
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [active, everyMs])
  return now
}
