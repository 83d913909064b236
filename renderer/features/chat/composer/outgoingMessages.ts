import { create } from 'zustand'
import { joinTexts } from '../../../../shared/domain/queue/draftText'
import type { ConversationId } from '../../../../shared/domain/ids'
import type { DraftPlace } from '../files/draftFiles'

/** The words of a message between Send and the answer of the host. */
export interface OutgoingMessage {
  readonly words: string
  /** Servers are reading what is attached, which may take long. */
  readonly reads: boolean
  readonly stop: AbortController
  /** It could not be sent, or was stopped. Its words wait for the field. */
  readonly hasReturned?: true
}

interface OutgoingMessages {
  readonly places: ReadonlyMap<DraftPlace, readonly OutgoingMessage[]>
}

/**
 * The messages that are being sent, with the conversation that they are sent in, whatever the person looks at meanwhile. Until the host has
 * one, its words stand before those in the field wherever the unsent message is kept.
 */
export const useOutgoingMessages = create<OutgoingMessages>(() => ({ places: new Map() }))

const none: readonly OutgoingMessage[] = []

export const outgoingAt = ({ places }: OutgoingMessages, place: DraftPlace): readonly OutgoingMessage[] => places.get(place) ?? none

function change(how: (messages: readonly OutgoingMessage[]) => readonly OutgoingMessage[]): void {
  useOutgoingMessages.setState(({ places }) => ({
    places: new Map([...places].map(([place, messages]) => [place, how(messages)] as const).filter(([, { length }]) => length > 0)),
  }))
}

/** Begins to send a message. */
export function startSending(place: DraftPlace, message: Pick<OutgoingMessage, 'words' | 'reads'>): AbortController {
  const stop = new AbortController()
  useOutgoingMessages.setState((state) => ({
    places: new Map(state.places).set(place, [...outgoingAt(state, place), { ...message, stop }]),
  }))
  return stop
}

/** The host has the message. */
export const messageSent = (sent: AbortController): void => change((messages) => messages.filter(({ stop }) => stop !== sent))

/** The host does not have it: its words go back into the field. */
export const messageReturned = (returned: AbortController): void =>
  change((messages) => messages.map((one) => (one.stop === returned ? { ...one, hasReturned: true } : one)))

/** Takes the words that go back into the field. Whoever takes them is the only one that has them. */
export function takeReturned(place: DraftPlace): string {
  const words = outgoingAt(useOutgoingMessages.getState(), place).filter(({ hasReturned }) => hasReturned)
  const taken = new Set(words)
  if (taken.size > 0) change((messages) => messages.filter((one) => !taken.has(one)))
  return joinTexts(words.map((one) => one.words))
}

/** The words of a conversation that the host does not have as a message, in the order in which they were written. */
export const outgoingWords = (place: DraftPlace): string =>
  joinTexts(outgoingAt(useOutgoingMessages.getState(), place).map(({ words }) => words))

/** The new chat is a conversation now. */
export function giveOutgoingTo(id: ConversationId): void {
  useOutgoingMessages.setState((state) => {
    const moved = outgoingAt(state, 'new')
    if (moved.length === 0) return {}
    const places = new Map(state.places)
    places.delete('new')
    return { places: places.set(id, [...outgoingAt(state, id), ...moved]) }
  })
}
