import { useEffect, useState } from 'react'

const armMs = 500

/**
 * False for 500 ms after the thing named by `key` appeared or changed: answers that could be hit by a click meant for
 * something else stay disabled as long.
 */
export function useArmed(key: string): boolean {
  const [armedKey, setArmedKey] = useState<string | undefined>()
  useEffect(() => {
    const timer = setTimeout(() => setArmedKey(key), armMs)
    return () => clearTimeout(timer)
  }, [key])
  return armedKey === key
}
