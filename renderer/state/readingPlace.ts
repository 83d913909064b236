import { create } from 'zustand'
import type { ConversationId, MessageId, PartId } from '../../shared/domain/ids'

/** Where somebody is reading in a conversation. */
export interface ReadingPlace {
  readonly conversationId: ConversationId
  readonly messageId: MessageId
  /** How many pixels above the upper edge of the list the message begins. */
  readonly offset: number
  /** The summary that stands below the message is at this edge instead. */
  readonly summary?: true
  /** What of a long answer is at this edge. Unlike the place in the message, it does not depend on how tall what is above was drawn. */
  readonly slice?: ReadingSlice | undefined
}

/** A slice of a text (`renderer/markdown/slices`). */
export interface ReadingSlice {
  readonly partId: PartId
  readonly index: number
  /** How many pixels above the upper edge of the list the slice begins. */
  readonly offset: number
}

/** The place in the conversation in front. Undefined at its end. `wanted`: the place of the last time, until the list is there. */
export const useReadingPlace = create<{ readonly place: ReadingPlace | undefined; readonly wanted: ReadingPlace | undefined }>(() => ({
  place: undefined,
  wanted: undefined,
}))
