import { create } from 'zustand'

export interface UndoOffer {
  /** What happened: “Compare S3 and R2 costs” deleted. */
  readonly sentence: string
  readonly undo: () => void
}

/** The last removal, while it can be undone. */
export const useUndoStore = create<{ readonly offer: UndoOffer | undefined; readonly at: number }>(() => ({ offer: undefined, at: 0 }))

/** How long a removal can be undone: long enough to see what is missing. The host keeps what was removed for longer. */
const OFFERED_MS = 30_000
let expiry: ReturnType<typeof setTimeout> | undefined

/** Offers an undo for half a minute. A newer offer replaces an older one. */
export function offerUndo(sentence: string, undo: () => void): void {
  clearTimeout(expiry)
  expiry = setTimeout(() => endUndo('keep'), OFFERED_MS)
  useUndoStore.setState((before) => ({ offer: { sentence, undo }, at: before.at + 1 }))
}

/** Ends the offer, with or without the undo. */
export function endUndo(how: 'undo' | 'keep'): void {
  clearTimeout(expiry)
  const { offer } = useUndoStore.getState()
  useUndoStore.setState({ offer: undefined })
  if (how === 'undo') offer?.undo()
}
