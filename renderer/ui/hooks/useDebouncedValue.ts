import { useEffect, useState } from 'react'

/** Returns a value after it has not changed for a while, so that not every key press causes a request. */
export function useDebouncedValue<T>(value: T, afterMs = 150): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
