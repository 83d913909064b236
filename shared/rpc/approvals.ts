import * as z from 'zod'
import { CallId, RuleId, ServerId } from '../domain/ids'
import { RuleFromCall, RuleInput, type Rule, type RuleEntry, type RuleImpact, type RuleImpactOnRecent } from '../domain/rule'
import { JsonObject } from '../lib/json'
import { call, topic } from './define'

export const approvalsCalls = {
  /**
   * A new rule, or (with its id) a changed one. INVALID_INPUT when it could never count: an end that has passed, or an allowing rule for a
   * tool that nobody knows.
   */
  'approvals.save': call<Rule>()(RuleInput),
  'approvals.forget': call<void>()(z.object({ ruleId: RuleId })),
  /** Brings back one that was forgotten since Parley started. NOT_FOUND when it was another time. */
  'approvals.restore': call<void>()(z.object({ ruleId: RuleId })),
  /** What would be decided about a call, with the draft as if it were saved. */
  'approvals.tryCall': call<RuleImpact>()(
    z.object({ serverId: ServerId, tool: z.string().min(1).max(200), arguments: JsonObject, draft: RuleInput.optional() }),
  ),
  /** The same for the last 200 calls that a model asked for. */
  'approvals.tryLast': call<RuleImpactOnRecent>()(
    z.object({ draft: RuleInput.optional(), fromCall: z.object({ callId: CallId, rule: RuleFromCall }).optional() }),
  ),
}

export const approvalsTopics = {
  /** The policy's first, then the user's, oldest first. */
  'approvals.rules': topic<readonly RuleEntry[]>(),
}
