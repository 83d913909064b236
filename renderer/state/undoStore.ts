import { create } from 'zustand'

export interface UndoOffer {
  /** What happened: “Compare S3 and R2 costs” deleted. */
  readonly sentence: string
  readonly undo: () => void
}

/** The last removal, while it can be undone. */
export const useUndoStore = create<{ readonly offer: UndoOffer | undefined; readonly at: number }>(() => ({ offer: undefined, at: 0 }))

/** Offers an undo for ten seconds. A newer offer replaces an older one. */
export function offerUndo(sentence: string, undo: () => void): void {
  useUndoStore.setState((before) => ({ offer: { sentence, undo }, at: before.at + 1 }))
}

/** Ends the offer, with or without the undo. */
export function endUndo(how: 'undo' | 'keep'): void {
  const { offer } = useUndoStore.getState()
  useUndoStore.setState({ offer: undefined })
  if (how === 'undo') offer?.undo()
}
