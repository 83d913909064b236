import type { CallId, ConversationId } from '../../shared/domain/ids'
import { evaluateCondition } from '../../shared/rules/evaluateCondition'
import type { Rule, RuleFromCall } from '../../shared/domain/rule'
import { describeCondition } from '../../shared/rules/describeRule'
import { unnamedArgument } from '../../shared/rules/unnamedArgument'
import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'

/** The call from which a rule is made. */
export interface RuleSourceCall {
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly serverId: ServerId
  readonly tool: string
  readonly definitionHash: string
}

/** Pure: the rule that "Always allow…" makes from a call. */
export function ruleFromCall({ what, where, open = [], lasts, until }: RuleFromCall, call: RuleSourceCall): Omit<Rule, 'id' | 'created'> {
  const { serverId, tool } = call
  const named = what !== 'readOnly'
  return {
    subject: {
      serverId,
      ...(named ? { tool } : { kind: 'readOnly' }),
      // What the answer does not name stays closed.
      ...(what === 'arguments' && where && { where, open }),
    },
    ...(named && { definitionHash: call.definitionHash }),
    verdict: 'allow',
    lasts,
    ...(lasts === 'conversation' && { conversationId: call.conversationId }),
    ...(lasts === 'until' && until !== undefined && { until }),
    madeFrom: call.callId,
  }
}

/** The facts about the call when "Always allow…" is answered. */
export interface OfferedRule {
  /** The arguments that will run. The rule has to cover them. */
  readonly arguments: JsonObject
  readonly readOnlyOffered: boolean
  readonly now: number
}

/** @throws {AppError} INVALID_INPUT for a rule that was not offered or would not cover its own call */
export function checkRuleFromCall(rule: RuleFromCall | undefined, offered: OfferedRule): void {
  if (!rule) throw new AppError('INVALID_INPUT', { reason: 'approvals.ruleMissing' })
  if (rule.what === 'readOnly' && !offered.readOnlyOffered) {
    throw new AppError('INVALID_INPUT', { reason: 'approvals.readOnlyNotOffered' })
  }
  checkEnd(rule.lasts, rule.until, offered.now)
  if (rule.what !== 'arguments') return
  if (!rule.where || rule.where.length === 0) throw new AppError('INVALID_INPUT', { reason: 'approvals.noArgumentsChosen' })
  const missed = rule.where.find((condition) => evaluateCondition(condition, offered.arguments) !== 'yes')
  if (missed) {
    throw new AppError('INVALID_INPUT', { reason: 'approvals.ruleMissesCall', params: { condition: describeCondition(missed) } })
  }
  const unnamed = unnamedArgument({ where: rule.where, open: rule.open ?? [] }, offered.arguments)
  if (unnamed !== undefined) {
    throw new AppError('INVALID_INPUT', { reason: 'approvals.ruleLeavesOut', params: { argument: unnamed.join('.') } })
  }
}

/** @throws {AppError} INVALID_INPUT for a rule with a missing or past end */
export function checkEnd(lasts: Rule['lasts'], until: number | undefined, now: number): void {
  if (lasts !== 'until') return
  if (until === undefined) throw new AppError('INVALID_INPUT', { reason: 'approvals.endMissing' })
  if (until <= now) throw new AppError('INVALID_INPUT', { reason: 'approvals.endPassed' })
}
