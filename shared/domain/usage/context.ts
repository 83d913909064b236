import type { ServerId } from '../ids'
import type { UsageSum } from './usage'

/** What fills the next request to a model, in tokens. All numbers are about right: a provider counts only what it was sent. */
export interface ContextBudget {
  readonly total: number
  readonly instructions: number
  /** The tools of each server, in the order in which they are sent. */
  readonly tools: { readonly tokens: number; readonly servers: readonly { readonly serverId: ServerId; readonly tokens: number }[] }
  readonly history: { readonly tokens: number; readonly messages: number }
  readonly attachments: { readonly tokens: number; readonly count: number }
  readonly results: { readonly tokens: number; readonly calls: number; readonly largest?: LargestResult }
  /** The longest answer that the person set, for which a part of the model's window is kept free. Absent where nobody set one. */
  readonly answer?: number
  /** What a summary of its older part would stand for, and what would become free. Absent where there is too little. */
  readonly summary?: { readonly messages: number; readonly tokens: number }
  /** What the conversation has used so far. Absent for a new one. */
  readonly used?: UsageSum
}

/** The result that takes the most room, by the tool that it came from. */
export interface LargestResult {
  readonly tool: string
  readonly tokens: number
}
