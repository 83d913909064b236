import { evaluateValue } from '../../shared/rules/evaluateCondition'
import type { ArgumentCondition, Rule } from '../../shared/domain/rule'

/** The part of a rule that says what it applies to. */
export type Scope = Pick<Rule, 'subject' | 'lasts' | 'conversationId'>

/** Pure, for two rules that apply to one call: whether the first covers only a part of what the second covers. */
export function isNarrower(rule: Scope, other: Scope): boolean {
  return isWithin(rule, other) && !isWithin(other, rule)
}

function isWithin({ subject, ...rule }: Scope, other: Scope): boolean {
  const limit = other.subject
  if (limit.serverId !== undefined && subject.serverId !== limit.serverId) return false
  if (limit.tool !== undefined && subject.tool !== limit.tool) return false
  // A named tool is narrower than all tools of a kind. A named tool with a kind is narrower than the named tool alone.
  const isOfAll = subject.tool !== undefined && limit.tool === undefined
  if (limit.kind !== undefined && subject.kind !== limit.kind && !isOfAll) return false
  if (other.lasts === 'conversation' && (rule.lasts !== 'conversation' || rule.conversationId !== other.conversationId)) return false
  const conditions = subject.where ?? []
  return (limit.where ?? []).every((wide) => conditions.some((narrow) => implies(narrow, wide)))
}

/** Whether the second condition holds whenever the first does. */
function implies(narrow: ArgumentCondition, wide: ArgumentCondition): boolean {
  if (narrow.path.length !== wide.path.length || narrow.path.some((key, index) => key !== wide.path[index])) return false
  if (narrow.test === wide.test && narrow.value === wide.value) return true
  if (narrow.test === 'is' ? wide.test === 'is' : narrow.test !== wide.test || narrow.test === 'onHost' || narrow.test === 'inRepository')
    return false
  return evaluateValue(wide, narrow.value) === 'yes'
}
