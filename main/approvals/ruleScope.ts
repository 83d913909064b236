import { evaluateValue } from '../../shared/rules/evaluateCondition'
import type { ArgumentCondition, Rule, RuleSubject } from '../../shared/domain/rule'
import { allowsUntilThen } from '../../shared/rules/allowsUntilThen'
import { namedPaths } from '../../shared/rules/unnamedArgument'

/** The part of a rule that says what it applies to. */
export type Scope = Pick<Rule, 'subject' | 'lasts' | 'conversationId'>

/** Pure, for two rules that apply to one call: whether the first covers only a part of what the second covers. */
export function isNarrower(rule: Scope, other: Scope): boolean {
  return isWithin(rule, other) && !isWithin(other, rule)
}

/** Pure, for two rules that apply to one call: whether the first counts instead of the second because it is about less, or about less time. */
export function goesBefore(rule: Rule, other: Rule): boolean {
  return isNarrower(rule, other) || (allowsUntilThen(rule, other) && isWithin(rule, other) && isWithin(other, rule))
}

function isWithin({ subject, ...rule }: Scope, other: Scope): boolean {
  const limit = other.subject
  if (limit.serverId !== undefined && subject.serverId !== limit.serverId) return false
  if (limit.tool !== undefined && subject.tool !== limit.tool) return false
  // A named tool is narrower than all tools of a kind. A named tool with a kind is narrower than the named tool alone.
  const isOfAll = subject.tool !== undefined && limit.tool === undefined
  if (limit.kind !== undefined && subject.kind !== limit.kind && !isOfAll) return false
  if (other.lasts === 'conversation' && (rule.lasts !== 'conversation' || rule.conversationId !== other.conversationId)) return false
  if (limit.open !== undefined && !(subject.open !== undefined && namesOnly(subject, limit))) return false
  const conditions = subject.where ?? []
  return (limit.where ?? []).every((wide) => conditions.some((narrow) => implies(narrow, wide)))
}

/** Whether every argument that the first rule names is also named by the second. */
function namesOnly(rule: RuleSubject, limit: RuleSubject): boolean {
  const named = new Set(namedPaths(limit).map((path) => JSON.stringify(path)))
  return namedPaths(rule).every((path) => named.has(JSON.stringify(path)))
}

/** Whether the second condition holds whenever the first does. */
function implies(narrow: ArgumentCondition, wide: ArgumentCondition): boolean {
  if (narrow.path.length !== wide.path.length || narrow.path.some((key, index) => key !== wide.path[index])) return false
  if (narrow.test === wide.test && narrow.value === wide.value) return true
  if (narrow.test === 'is' ? wide.test === 'is' : narrow.test !== wide.test || narrow.test === 'onHost' || narrow.test === 'inRepository')
    return false
  return evaluateValue(wide, narrow.value) === 'yes'
}
