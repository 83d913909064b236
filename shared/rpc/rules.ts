import * as z from 'zod'
import { CallId, RuleId, ServerId } from '../domain/ids'
import { callsChoices } from '../domain/ruleChoices'
import { RuleFromCall, RuleInput, type Rule, type RuleEntry, type RuleImpact, type RuleImpactOnRecent } from '../domain/rule'
import { JsonObject } from '../lib/jsonSchema'
import { call, topic } from './contractKinds'

export const rulesCalls = {
  /**
   * Adds a rule, or changes the rule with the given id. An allowing rule for a tool is bound to the tool's current definition.
   * Result: the rule as saved. A new rule replaces an older rule for exactly the same subject.
   * Errors: NOT_FOUND (deleted meanwhile), INVALID_INPUT (the rule could never apply: its end has passed, or it allows an unknown tool).
   */
  'rules.save': call<Rule>()(RuleInput),
  /**
   * Chooses what happens to the calls of a server, or of one of its tools: all ask, those that only read run, all run. It is kept as rules, which
   * take the place of the lasting ones about exactly these calls.
   * Result: nothing.
   * Errors: NOT_FOUND (no such server or tool), INVALID_INPUT (reading calls of a server that is not believed, or of a tool that does not say so),
   * POLICY (the policy caps it), CONFLICT (a tool that is to run is another one than the given definition, or changed and was not accepted).
   */
  'rules.setCalls': call<void>()(
    z.object({
      serverId: ServerId,
      /** As the person saw it. */
      tool: z.object({ name: z.string().min(1).max(200), definitionHash: z.string().max(200) }).optional(),
      calls: z.enum(callsChoices),
    }),
  ),
  /**
   * Chooses whether a tool that declares nothing asks in the conversation, as long as its definition is the given one. Every other sign of danger
   * still asks in the dialog.
   * Result: the rules that gave way. `rules.restore` brings them back.
   * Errors: NOT_FOUND (no such server or tool), CONFLICT (the tool is another one meanwhile), INVALID_INPUT (its calls are denied).
   */
  'rules.setInConversation': call<readonly RuleId[]>()(
    z.object({ serverId: ServerId, tool: z.string().min(1).max(200), definitionHash: z.string().max(200), inConversation: z.boolean() }),
  ),
  /**
   * Deletes a rule. Succeeds also if the rule does not exist.
   * Result: nothing.
   * Errors: none of its own.
   */
  'rules.forget': call<void>()(z.object({ ruleId: RuleId })),
  /**
   * Restores one of the last 20 rules that were deleted since Parley started.
   * Result: nothing.
   * Errors: NOT_FOUND (not one of them, or its conversation no longer exists).
   */
  'rules.restore': call<void>()(z.object({ ruleId: RuleId })),
  /**
   * Computes the decision about a call, as if the draft were saved. Changes nothing.
   * Result: the verdict, the reason as a sentence, and how each rule applies to the call.
   * Errors: NOT_FOUND (no such server, or the draft's rule), INVALID_INPUT (as `rules.save`), INVALID_ARGUMENTS (a number too large).
   */
  'rules.tryCall': call<RuleImpact>()(
    z.object({ serverId: ServerId, tool: z.string().min(1).max(200), arguments: JsonObject, draft: RuleInput.optional() }),
  ),
  /**
   * Computes the decisions about the last 200 calls that a model asked for, with a draft or with the rule that "Always allow…" would make
   * from a call.
   * Result: how many calls would be allowed, asked and denied, and the calls whose decision would change. Paths are compared as written.
   * Errors: NOT_FOUND (`fromCall` is not one of these calls, or the draft's rule), INVALID_INPUT (as `rules.save`).
   */
  'rules.tryLast': call<RuleImpactOnRecent>()(
    z.object({ draft: RuleInput.optional(), fromCall: z.object({ callId: CallId, rule: RuleFromCall }).optional() }),
  ),
}

export const rulesTopics = {
  /** The rules, each with how many of the last 200 calls it decided: the policy's rules first, then the user's, oldest first. */
  'rules.list': topic<readonly RuleEntry[]>(),
}
