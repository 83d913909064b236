import type { Why } from '../../shared/domain/chat'
import type { DataFlowFinding } from '../../shared/domain/dataFlow'
import { describeMeeting } from '../../shared/domain/describeDataFlow'
import type { Rule } from '../../shared/domain/rule'
import { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'
import { describeRule } from '../../shared/rules/describeRule'
import type { Forbidden } from '../questions/questionEnding'
import type { Decision } from './evaluateRules'
import { forbiddenParams } from './forbiddenError'

/** Why a question ends that the rules, or the policy, have decided meanwhile. */
export function overtakenBy({ verdict, why }: Decision): AppError {
  if (why.by === 'policy' && verdict === 'deny')
    return new AppError('POLICY', { reason: 'questions.endedByPolicy', params: forbiddenParams(why) })
  const reason = verdict === 'deny' ? 'questions.deniedByRule' : 'questions.allowedByRule'
  return new AppError('CANCELLED', { reason, params: { why: why.reason } })
}

/** The policy forbids the server itself, whatever its rules say. */
export function whyForbidden({ why, ask }: Forbidden): Why {
  return { by: 'policy', reason: why, ask, verdict: 'deny' }
}

/** Why a call runs that a person allowed. */
export function allowedReason(rule: Rule | undefined, edited: boolean): Message {
  if (!rule) return { id: edited ? 'approvals.why.editedOnce' : 'approvals.why.allowedOnce' }
  return { id: edited ? 'approvals.why.editedAlways' : 'approvals.why.allowedAlways', params: { rule: describeRule(rule) } }
}

/** A reason, with what met in the conversation where the flow guard found something. */
export function withMeeting(why: Message, dataFlow: DataFlowFinding | undefined): Message {
  return dataFlow ? { id: 'approvals.why.withMeeting', params: { why, met: describeMeeting(dataFlow) } } : why
}
