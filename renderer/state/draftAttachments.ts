import { create } from 'zustand'
import type { ConversationId, ServerId } from '../../shared/domain/ids'
import { useNavigation } from './navigation'

/** An item that the person wants to send with the next message of the conversation in front. */
export interface Attached {
  readonly source: 'resource' | 'skill'
  readonly serverId: ServerId
  readonly uri: string
  /** The label in the composer. It comes from the server. */
  readonly name: string
}

/** A conversation, or the new chat, which is not a conversation yet. */
type Place = ConversationId | 'new'

interface Attachments {
  /** The attachments of the conversation in front. */
  readonly attached: readonly Attached[]
  /** The attachments of the other conversations. They last until Parley ends. */
  readonly elsewhere: ReadonlyMap<Place, readonly Attached[]>
}

/** The attachments of the next message, in the order in which they were added. Each conversation has its own. */
export const useAttachments = create<Attachments>(() => ({ attached: [], elsewhere: new Map() }))

const same = (one: Attached, other: Attached): boolean =>
  one.source === other.source && one.serverId === other.serverId && one.uri === other.uri

/** Adds an attachment. Adding it twice has no effect. */
export const attach = (what: Attached): void =>
  useAttachments.setState(({ attached }) => ({ attached: attached.some((one) => same(one, what)) ? attached : [...attached, what] }))

/** Adds an attachment to the next message of a conversation, wherever the person is. */
export function attachTo(id: ConversationId, what: Attached): void {
  if (useNavigation.getState().conversationId === id) return attach(what)
  useAttachments.setState(({ elsewhere }) => {
    const there = elsewhere.get(id) ?? []
    return there.some((one) => same(one, what)) ? {} : { elsewhere: new Map(elsewhere).set(id, [...there, what]) }
  })
}

/** Removes an attachment. */
export const detach = (what: Attached): void =>
  useAttachments.setState(({ attached }) => ({ attached: attached.filter((one) => !same(one, what)) }))

/** Removes attachments that were sent. What was attached since then waits for the next message. */
export function attachmentsSent(id: ConversationId, sent: readonly Attached[]): void {
  const left = (all: readonly Attached[]): readonly Attached[] => all.filter((one) => !sent.includes(one))
  const inFront = useNavigation.getState().conversationId === id
  useAttachments.setState(({ attached, elsewhere }) =>
    inFront ? { attached: left(attached) } : { elsewhere: new Map(elsewhere).set(id, left(elsewhere.get(id) ?? [])) },
  )
}

/** Moves the attachments of a new chat to this conversation, which it became, as soon as it is no longer in front. */
export function giveToConversation(id: ConversationId): void {
  useAttachments.setState(({ attached, elsewhere }) => {
    const waiting = elsewhere.get('new') ?? []
    const rest = new Map(elsewhere).set('new', [])
    return useNavigation.getState().conversationId === id
      ? { attached: [...attached, ...waiting], elsewhere: rest }
      : { elsewhere: rest.set(id, waiting) }
  })
}

useNavigation.subscribe(({ conversationId }, before) => {
  if (conversationId === before.conversationId) return
  useAttachments.setState(({ attached, elsewhere }) => ({
    attached: elsewhere.get(conversationId ?? 'new') ?? [],
    elsewhere: new Map(elsewhere).set(before.conversationId ?? 'new', attached),
  }))
})
