import { useState, type Dispatch, type SetStateAction } from 'react'
import type { PartId } from '../../../../shared/domain/ids'
import { useMarkedPlace } from '../../../state/markedPlace'

/** Whether a part of a message is unfolded. It unfolds when a place in it is marked, and stays so until the person folds it. */
export function useOpenWhenMarked(partId: PartId | undefined, initial: boolean): readonly [boolean, Dispatch<SetStateAction<boolean>>] {
  const place = useMarkedPlace((state) => (partId !== undefined && state.place?.partId === partId ? state.place : undefined))
  const [open, setOpen] = useState(initial)
  const [marked, setMarked] = useState<typeof place>(undefined)
  if (marked !== place) {
    setMarked(place)
    if (place) setOpen(true)
  }
  return [open, setOpen]
}
