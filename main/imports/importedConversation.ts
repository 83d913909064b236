import type { HistorySummary } from '../../shared/domain/historySummary'
import type { Part, TurnState } from '../../shared/domain/chat'
import type { ImportSource } from '../../shared/domain/transfer/conversationImport'

type WithoutId<P> = P extends unknown ? Omit<P, 'id'> : never
/** A part of a message that has no id of Parley's yet. The same goes for the call in it: its id is not used. */
export type ImportedPart = WithoutId<Part>

/** A message of a conversation of another program. Its ids are those of that program. */
export interface ImportedMessage {
  readonly id: string
  /** The message before it. Undefined for a first one. */
  readonly parent: string | undefined
  readonly role: 'user' | 'assistant'
  /** Milliseconds since 1970. Undefined when the file does not say. */
  readonly created: number | undefined
  /** The name of the model in the other program, or a `ModelRef` in a file of Parley's own. */
  readonly model: string | undefined
  /** How its turn ended. Undefined when it ended well. */
  readonly state?: Exclude<TurnState, 'running' | 'waiting'> | undefined
  readonly parts: readonly ImportedPart[]
}

/** A summary in a file of Parley's own. How many messages it stands for is counted here. */
export interface ImportedSummary extends Pick<HistorySummary, 'text' | 'model' | 'created'> {
  /** The last message that it stands for, by its id in the file. */
  readonly through: string
}

/** A conversation of another program, with all its versions. A parent is always a message before it in `messages`. */
export interface ImportedConversation {
  readonly source: ImportSource
  /** The id that the other program gave it: what was imported once is not imported again. */
  readonly foreignId: string
  /** Empty when the file has none. */
  readonly title: string
  readonly created: number | undefined
  readonly updated: number | undefined
  /** The last message of the versions in front. */
  readonly leaf: string | undefined
  readonly messages: readonly ImportedMessage[]
  readonly summaries?: readonly ImportedSummary[]
}
