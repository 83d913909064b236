import { useEffect } from 'react'
import { create } from 'zustand'

/** How many things lie over the conversation, or over a part of it. Dialogs do not count: they lie over everything. */
const useCovers = create<{ readonly covers: number }>(() => ({ covers: 0 }))

const count = (change: number): void => useCovers.setState(({ covers }) => ({ covers: covers + change }))

/** Whether something may hide what stands in the conversation. What a person has to read there is then asked elsewhere. */
export function useIsConversationCovered(): boolean {
  return useCovers(({ covers }) => covers > 0)
}

/** Tells that this component lies over the conversation as long as it is there. */
export function useCoversConversation(): void {
  useEffect(() => {
    count(1)
    return () => count(-1)
  }, [])
}
