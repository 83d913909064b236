import { useEffect, useState } from 'react'

/** A value once it has not changed for a while: what is asked about it is not asked at every key. */
export function useDebouncedValue<T>(value: T, afterMs = 150): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
