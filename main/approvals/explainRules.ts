import type { LockedRule, Rule, RuleExplanation } from '../../shared/domain/rule'
import { describeRule, describeSubject } from '../../shared/rules/describeRule'
import type { EvaluatedRule } from './evaluateRules'

/** Pure: how rules stand to a call, for a person. `every`: also rules about other tools and servers. */
export function explainRules(judged: readonly EvaluatedRule[], every = false): readonly RuleExplanation[] {
  const near = judged.filter(({ finding }) => every || finding.applies === 'yes' || finding.miss !== 'elsewhere')
  return near.map(({ rule, counts, because }): RuleExplanation => ({
    rule: 'by' in rule ? lockedWords(rule) : describeRule(rule),
    ...('id' in rule && { ruleId: rule.id }),
    locked: 'by' in rule,
    stands: counts,
    because: because(),
  }))
}

/** Pure: a rule of the policy in words, with whose it is. */
export function lockedWords(rule: LockedRule): string {
  return `${describeSubject(rule.subject)}, set by ${rule.by}`
}

/** Pure: a rule of the user as it is quoted: “echo of everything, always”. */
export function nameOfOwn(rule: Rule): string {
  return `“${describeRule(rule)}”`
}

/** Pure: a rule of the policy as it is quoted. */
export function nameOfLocked(rule: LockedRule): string {
  return `“${describeSubject(rule.subject)}”`
}
