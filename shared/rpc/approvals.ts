import * as z from 'zod'
import { CallId, RuleId, ServerId } from '../domain/ids'
import { RuleFromCall, RuleInput, type Rule, type RuleEntry, type RuleImpact, type RuleImpactOnRecent } from '../domain/rule'
import { JsonObject } from '../lib/json'
import { call, topic } from './define'

export const approvalsCalls = {
  /**
   * Adds a rule, or changes the one with its id. An allowing rule for a tool is bound to what the tool is now.
   * Result: the rule as it is kept. A new one takes the place of an older rule for exactly the same.
   * Errors: NOT_FOUND (deleted meanwhile), INVALID_INPUT (it could never count: an end that has passed, or an allowing rule for a tool that
   * nobody knows).
   */
  'approvals.save': call<Rule>()(RuleInput),
  /**
   * Deletes a rule. One that is not there any more is no error.
   * Result: nothing.
   * Errors: none of its own.
   */
  'approvals.forget': call<void>()(z.object({ ruleId: RuleId })),
  /**
   * Brings back one of the last 20 rules that were deleted since Parley started.
   * Result: nothing.
   * Errors: NOT_FOUND (not among them, or its conversation is gone).
   */
  'approvals.restore': call<void>()(z.object({ ruleId: RuleId })),
  /**
   * Says what would be decided about a call, with the draft as if it were saved. Decides nothing.
   * Result: the verdict, the reason as a sentence, and how each rule stands to the call.
   * Errors: NOT_FOUND (no such server, or the draft's rule), INVALID_INPUT (as `approvals.save`), INVALID_ARGUMENTS (a number too large).
   */
  'approvals.tryCall': call<RuleImpact>()(
    z.object({ serverId: ServerId, tool: z.string().min(1).max(200), arguments: JsonObject, draft: RuleInput.optional() }),
  ),
  /**
   * Says what would be decided about the last 200 calls that a model asked for, with a draft or with the rule that "Always allow…" would make of
   * a call.
   * Result: how many would be allowed, asked and denied, and those that would be decided otherwise than now. Paths are taken as written.
   * Errors: NOT_FOUND (`fromCall` is not among them, or the draft's rule), INVALID_INPUT (as `approvals.save`).
   */
  'approvals.tryLast': call<RuleImpactOnRecent>()(
    z.object({ draft: RuleInput.optional(), fromCall: z.object({ callId: CallId, rule: RuleFromCall }).optional() }),
  ),
}

export const approvalsTopics = {
  /** The rules with how many of the last 200 calls each decided: the policy's first, then the user's, oldest first. */
  'approvals.rules': topic<readonly RuleEntry[]>(),
}
