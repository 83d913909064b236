import { useEffect, useEffectEvent, type RefObject } from 'react'
import { hasHeapsOfMarks } from '../../../../shared/lib/limitCombiningMarks'

/**
 * Takes a text with thousands of marks on its letters before it is in the field, whichever way it comes: once it is, the browser lays it out
 * before anybody is asked, for seconds.
 */
export function useHeapsOfMarks(field: RefObject<HTMLTextAreaElement | null>, take: (text: string) => void): void {
  const onBeforeInput = useEffectEvent((event: InputEvent) => {
    if (event.data === null || !hasHeapsOfMarks(event.data)) return
    event.preventDefault()
    take(event.data)
  })
  useEffect(() => {
    const element = field.current
    const listener = (event: InputEvent): void => onBeforeInput(event)
    element?.addEventListener('beforeinput', listener)
    return () => element?.removeEventListener('beforeinput', listener)
  }, [field])
}
