import type { ChatMessage } from './chat'
import type { ConversationId, MessageId, ModelRef } from './ids'

/** The longest text of a summary, in characters. */
export const MOST_SUMMARY_CHARACTERS = 60_000

/** A text that stands for the older part of a conversation in the requests to a model. The messages themselves stay as they are. */
export interface HistorySummary {
  /** The last message that it stands for. Those before it are those that lead to it. */
  readonly through: MessageId
  /** How many messages it stands for. */
  readonly messages: number
  readonly text: string
  /** The model that wrote it. */
  readonly model: ModelRef
  readonly created: number
  /** When a person changed its text, or whether it is used, or otherwise when it was made. */
  readonly changed: number
  /** A person changed its text. */
  readonly edited?: true
  /** A person wants the messages in its place. */
  readonly off?: true
}

/** A summary that is being written. */
export interface SummaryInProgress {
  readonly conversationId: ConversationId
  /** How many messages it will stand for. */
  readonly messages: number
}

/**
 * Pure: returns the summary that the requests of these messages carry: the one that stands for the most of them, of those that a person has
 * not put aside.
 * @param path The messages in front, the first one first.
 */
export function summaryInUse(path: readonly MessageId[], summaries: readonly HistorySummary[]): HistorySummary | undefined {
  const used = new Map(summaries.flatMap((summary) => (summary.off ? [] : [[summary.through, summary] as const])))
  const through = used.size === 0 ? undefined : path.findLast((id) => used.has(id))
  return through === undefined ? undefined : used.get(through)
}

/**
 * Pure: tells the messages that a summary stands for from those that a request carries. The last message is always carried: it is being written, or
 * goes on.
 */
export function afterSummary(
  messages: readonly ChatMessage[],
  summaries: readonly HistorySummary[],
): { readonly summary?: HistorySummary; readonly summarized: readonly ChatMessage[]; readonly messages: readonly ChatMessage[] } {
  const earlier = messages.slice(0, -1).map(({ id }) => id)
  const summary = summaryInUse(earlier, summaries)
  if (!summary) return { summarized: [], messages }
  const begin = earlier.indexOf(summary.through) + 1
  return { summary, summarized: messages.slice(0, begin), messages: messages.slice(begin) }
}
