import type { ContextBudget, LargestResult } from '../../shared/domain/usage/context'
import type { ServerId } from '../../shared/domain/ids'

/** What the next request contains, as Parley estimates it, in tokens. */
export interface ContextParts {
  readonly instructions: number
  readonly tools: readonly { readonly serverId: ServerId; readonly tokens: number }[]
  readonly history: number
  readonly messages: number
  readonly attachments: number
  readonly attached: number
  readonly results: number
  readonly calls: number
  readonly largest?: LargestResult | undefined
}

/** What a provider counted of the input of an earlier request, and what Parley estimates of the same. */
export interface Measured {
  readonly counted: number
  readonly estimated: number
}

/** Estimates that are further off are of something else: the model or the tools were others then. */
const MOST_OFF = 2

/**
 * Pure: returns what fills the next request. Where a provider has counted an earlier one, all estimates are corrected by how far they were off
 * there; the sum of what was counted then and of what was added since comes out.
 */
export function contextBudget(parts: ContextParts, measured: Measured | undefined): ContextBudget {
  const factor = correction(measured)
  const about = (tokens: number): number => Math.round(tokens * factor)
  const servers = parts.tools.map(({ serverId, tokens }) => ({ serverId, tokens: about(tokens) }))
  const budget = {
    instructions: about(parts.instructions),
    tools: { tokens: servers.reduce((sum, { tokens }) => sum + tokens, 0), servers },
    history: { tokens: about(parts.history), messages: parts.messages },
    attachments: { tokens: about(parts.attachments), count: parts.attached },
    results: {
      tokens: about(parts.results),
      calls: parts.calls,
      ...(parts.largest && { largest: { tool: parts.largest.tool, tokens: about(parts.largest.tokens) } }),
    },
  }
  const { instructions, tools, history, attachments, results } = budget
  return { total: instructions + tools.tokens + history.tokens + attachments.tokens + results.tokens, ...budget }
}

function correction(measured: Measured | undefined): number {
  if (!measured || measured.estimated <= 0) return 1
  const factor = measured.counted / measured.estimated
  return factor > MOST_OFF || factor < 1 / MOST_OFF ? 1 : factor
}
