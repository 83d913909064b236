import { create } from 'zustand'
import type { ConversationId, ServerId } from '../../shared/domain/ids'
import { useNavigation } from './navigation'

/** What a person wants to send with the next message of the conversation in front. */
export interface Attached {
  readonly source: 'resource' | 'skill'
  readonly serverId: ServerId
  readonly uri: string
  /** What the composer shows; a server's word. */
  readonly name: string
}

/** A conversation, or the new chat, which is none yet. */
type Place = ConversationId | 'new'

interface Attachments {
  /** What waits in the conversation in front. */
  readonly attached: readonly Attached[]
  /** What waits in the others, as long as Parley runs. */
  readonly elsewhere: ReadonlyMap<Place, readonly Attached[]>
}

/** What waits beside the composer to be sent with the next message, in the order it was added; each conversation has its own. */
export const useAttachments = create<Attachments>(() => ({ attached: [], elsewhere: new Map() }))

const same = (one: Attached, other: Attached): boolean =>
  one.source === other.source && one.serverId === other.serverId && one.uri === other.uri

/** Puts something beside the composer; once is enough. */
export const add = (what: Attached): void =>
  useAttachments.setState(({ attached }) => ({ attached: attached.some((one) => same(one, what)) ? attached : [...attached, what] }))

/** Takes one away again. */
export const detach = (what: Attached): void =>
  useAttachments.setState(({ attached }) => ({ attached: attached.filter((one) => !same(one, what)) }))

/** Takes all away from a conversation: they were sent. */
export function detachAll(id: ConversationId | undefined): void {
  const inFront = useNavigation.getState().conversationId === id
  useAttachments.setState(({ elsewhere }) => (inFront ? { attached: [] } : { elsewhere: new Map(elsewhere).set(id ?? 'new', []) }))
}

/** A new chat became this conversation while another one came to the front: what waited in it goes along. */
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
