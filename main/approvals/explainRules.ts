import type { RuleExplanation } from '../../shared/domain/rule'
import { describeLockedRule, describeRule } from '../../shared/rules/describeRule'
import type { EvaluatedRule } from './evaluateRules'

/** Pure: explains to a person how rules relate to a call. `every` includes rules for other tools and servers. */
export function explainRules(judged: readonly EvaluatedRule[], every = false): readonly RuleExplanation[] {
  const near = judged.filter(({ finding }) => every || finding.applies === 'yes' || finding.miss !== 'elsewhere')
  return near.map(({ rule, counts, because }): RuleExplanation => ({
    rule: 'by' in rule ? describeLockedRule(rule) : describeRule(rule),
    ...('id' in rule && { ruleId: rule.id }),
    locked: 'by' in rule,
    stands: counts,
    because: because(),
  }))
}
