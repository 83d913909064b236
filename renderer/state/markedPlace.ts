import { create } from 'zustand'
import type { FoundOccurrence } from '../../shared/search/searchHit'
import type { ConversationId } from '../../shared/domain/ids'

/** A place in a conversation that the person wants to see, and the words that are marked there. */
export interface MarkedPlace extends Omit<FoundOccurrence, 'kind'> {
  readonly conversationId: ConversationId
  readonly kind: FoundOccurrence['kind']
  readonly words: string
  /**
   * `search`: the words of a search, marked for a while. `text`: a text that the person looks for here, marked until they end that; `words`: each
   * of its words.
   */
  readonly by: 'search' | 'text' | 'words'
}

/** The marked place. A new object counts as a new wish, also for the same place. */
export const useMarkedPlace = create<{ readonly place: MarkedPlace | undefined }>(() => ({ place: undefined }))

export const markPlace = (place: MarkedPlace): void => useMarkedPlace.setState({ place })
/** Ends the marks, if they are still of this place or, without one, of any. */
export const endMarks = (of?: MarkedPlace): void =>
  useMarkedPlace.setState(({ place }) => (of === undefined || of === place ? { place: undefined } : { place }))
