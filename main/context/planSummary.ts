import type { ChatMessage } from '../../shared/domain/chat'
import type { MessageId } from '../../shared/domain/ids'

/** What of a conversation a summary would stand for. */
export interface SummaryPlan {
  /** The last message that it stands for. */
  readonly through: MessageId
  /** How many messages it stands for, from the first one on. */
  readonly messages: number
  /** What those of them take in a request that no earlier summary stands for, in tokens. */
  readonly tokens: number
}

/** A message as far as the plan needs it. */
export interface PlannedMessage extends Pick<ChatMessage, 'id' | 'role'> {
  /** What it takes in a request. */
  readonly tokens: number
}

/** The newest messages stay as they are: so many tokens of them, but at most this part of what the model takes. */
const KEPT_TOKENS = 20_000
const KEPT_PART = 0.25
/** What a model takes of which nobody says it. */
const USUAL_WINDOW = 32_000
/** A summary of less would not be smaller than what it stands for. */
const LEAST_TOKENS = 1_500

/**
 * Pure: decides what a summary would stand for: all but the newest messages. What is kept begins with a message of the person, and the newest one
 * of those is always kept. Undefined where there is too little before it.
 * @param path All messages in front, the first one first.
 * @param summarized How many of them, from the first one on, a summary stands for already.
 * @param window How many tokens the model takes. Undefined when nobody says.
 */
export function planSummary(path: readonly PlannedMessage[], summarized: number, window: number | undefined): SummaryPlan | undefined {
  const mayKeep = Math.min(KEPT_TOKENS, (window ?? USUAL_WINDOW) * KEPT_PART)
  const newest = path.findLastIndex(({ role }) => role === 'user')
  let begin = newest
  let kept = path.slice(newest).reduce((sum, { tokens }) => sum + tokens, 0)
  for (let index = newest - 1; index > summarized; index--) {
    kept += path[index]?.tokens ?? 0
    if (kept > mayKeep) break
    if (path[index]?.role === 'user' && path[index - 1]?.role !== 'user') begin = index
  }
  const last = path[begin - 1]
  if (last === undefined || begin <= summarized) return undefined
  const tokens = path.slice(summarized, begin).reduce((sum, message) => sum + message.tokens, 0)
  return tokens < LEAST_TOKENS ? undefined : { through: last.id, messages: begin, tokens }
}
