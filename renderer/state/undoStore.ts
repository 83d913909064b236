import { create } from 'zustand'

export interface UndoOffer {
  /** What was done: “Compare S3 and R2 costs” deleted. */
  readonly sentence: string
  readonly undo: () => void
}

/** What can be taken back at the moment: the last thing that was removed. */
export const useUndoStore = create<{ readonly offer: UndoOffer | undefined; readonly at: number }>(() => ({ offer: undefined, at: 0 }))

/** Offers to take something back, for ten seconds. A newer offer takes the place of the one before. */
export function offerUndo(sentence: string, undo: () => void): void {
  useUndoStore.setState((before) => ({ offer: { sentence, undo }, at: before.at + 1 }))
}

/** Ends the offer, taking it back or not. */
export function endUndo(how: 'undo' | 'keep'): void {
  const { offer } = useUndoStore.getState()
  useUndoStore.setState({ offer: undefined })
  if (how === 'undo') offer?.undo()
}
