import { create } from 'zustand'
import type { ModelRef } from '../../../../shared/domain/ids'

/** What a remark says of a model: that it calls no tools, or how many tokens it takes in where these are few. */
export type RemarkedFact = 'withoutTools' | number

/** Per model, what the remark said that the person closed. Kept until the page is loaded anew, as when Parley restarts. */
export const useClosedRemarks = create<{ readonly closed: ReadonlyMap<ModelRef, RemarkedFact> }>(() => ({ closed: new Map() }))

/** Hides the remark on a model in all conversations, until it says something else. */
export const closeRemark = (model: ModelRef, fact: RemarkedFact): void =>
  useClosedRemarks.setState(({ closed }) => ({ closed: new Map(closed).set(model, fact) }))
