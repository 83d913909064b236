import { create } from 'zustand'
import type { ConversationId } from '../../../shared/domain/ids'
import { MOST_CONVERSATIONS_AT_ONCE } from '../../../shared/domain/chat'
import { idsBetween } from './idsBetween'

interface Selection {
  readonly ids: ReadonlySet<ConversationId>
  /** Where a range begins. */
  readonly anchor: ConversationId | undefined
}

/** The conversations that the person has selected, to do something with all of them. */
export const useSelection = create<Selection>(() => ({ ids: new Set(), anchor: undefined }))

/** Adds a conversation to the selection, or takes it out. */
export function toggleSelected(id: ConversationId): void {
  useSelection.setState(({ ids }) => ({
    ids: ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]),
    anchor: id,
  }))
}

/** Selects all from the anchor to this one. */
export function selectTo(order: readonly ConversationId[], id: ConversationId, from?: ConversationId): void {
  useSelection.setState(({ anchor }) => {
    const begin = anchor ?? from ?? id
    return { ids: new Set(idsBetween(order, begin, id).slice(0, MOST_CONVERSATIONS_AT_ONCE)), anchor: begin }
  })
}

export const endSelection = (): void => useSelection.setState({ ids: new Set(), anchor: undefined })
