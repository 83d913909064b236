import type { Snippet } from './snippet'
import type { ConversationId, MessageId, ModelRef, PartId, ServerId } from '../domain/ids'

/** What a piece of text is that was found. */
export type FoundKind = 'title' | 'userMessage' | 'answer' | 'call' | 'result' | 'attachment'

/** One thing that was found: the title of a conversation, or a part of one of its messages, also of a version that is not in front. */
export interface SearchHit {
  readonly conversationId: ConversationId
  readonly title: string
  readonly kind: FoundKind
  /** When the message was written, or the conversation began. */
  readonly at: number
  readonly snippet: Snippet
  /** Absent for a title. */
  readonly place?: { readonly messageId: MessageId; readonly partId: PartId }
  /** The server of a call, a result or an attachment, and the tool. */
  readonly serverId?: ServerId
  readonly tool?: string
  readonly model?: ModelRef
}

/** Some of what was found, newest first. */
export interface SearchPage {
  readonly hits: readonly SearchHit[]
  /** Where the next page begins. Absent on the last one. */
  readonly next?: number
  /** How many texts are not in the index yet. */
  readonly pending: number
}

/** What conversations can be filtered by: what is in them. */
export interface SearchFilterOptions {
  readonly servers: readonly ServerId[]
  readonly tools: readonly { readonly serverId: ServerId; readonly tool: string }[]
  readonly models: readonly ModelRef[]
}

/** One occurrence of a text in a conversation. */
export interface FoundOccurrence {
  readonly messageId: MessageId
  readonly partId: PartId
  readonly kind: Exclude<FoundKind, 'title'>
  /** Which one it is in this kind of text of the part, from 0. */
  readonly index: number
}

/** All occurrences of a text in the messages in front. */
export interface FoundInConversation {
  readonly occurrences: readonly FoundOccurrence[]
  /** Whether the words of the text were looked for one by one, because it is nowhere as a whole. */
  readonly isByWords: boolean
  /** Whether there are more than the bound. */
  readonly isCut: boolean
}
