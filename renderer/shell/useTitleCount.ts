import { useEffect } from 'react'
import { useTopic } from '../rpc/useTopic'

/** Says in the window's title how many questions wait. Nothing that a server or model wrote ever stands there. */
export function useTitleCount(): void {
  const waiting = useTopic('questions', (questions) => questions.open.length) ?? 0
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Parley` : 'Parley'
  }, [waiting])
}
