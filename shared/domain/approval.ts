import * as z from 'zod'
import type { ConversationId, RuleId, ServerId } from './ids'

/** `tool`: one tool, bound to the hash of its definition. `readOnly`: all tools that a trusted server calls read-only. */
export const RuleReach = z.enum(['tool', 'readOnly'])
export type RuleReach = z.infer<typeof RuleReach>

export const RuleLasts = z.enum(['conversation', 'always'])
export type RuleLasts = z.infer<typeof RuleLasts>

/** A remembered answer to approvals. */
export interface ApprovalRule {
  readonly id: RuleId
  readonly serverId: ServerId
  readonly reach: RuleReach
  /** For reach 'tool'. */
  readonly tool?: string
  readonly definitionHash?: string
  readonly verdict: 'allow' | 'deny'
  readonly lasts: RuleLasts
  /** For rules that last for one conversation. */
  readonly conversationId?: ConversationId
  readonly created: number
}

/** What was decided about one tool before, for the approval dialog. */
export interface ApprovalHistory {
  readonly allowed: number
  readonly denied: number
  readonly last?: { readonly verdict: 'allowed' | 'denied'; readonly at: number }
}
