import type { LockedRule, Rule, RuleStand } from '../../shared/domain/rule'
import { ruleWords, subjectWords } from '../../shared/domain/ruleWords'
import type { Judged } from './judgeRules'

/** Pure: how rules stand to a call, for a person. `every`: also rules about other tools and servers. */
export function ruleStands(judged: readonly Judged[], every = false): readonly RuleStand[] {
  const near = judged.filter(({ finding }) => every || finding.applies === 'yes' || finding.miss !== 'elsewhere')
  return near.map(({ rule, counts, because }): RuleStand => ({
    rule: 'by' in rule ? lockedWords(rule) : ruleWords(rule),
    ...('id' in rule && { ruleId: rule.id }),
    locked: 'by' in rule,
    stands: counts,
    because: because(),
  }))
}

/** Pure: a rule of the policy in words, with whose it is. */
export function lockedWords(rule: LockedRule): string {
  return `${subjectWords(rule.subject)}, set by ${rule.by}`
}

/** Pure: a rule of the user as it is quoted: “echo of everything, always”. */
export function nameOfOwn(rule: Rule): string {
  return `“${ruleWords(rule)}”`
}

/** Pure: a rule of the policy as it is quoted. */
export function nameOfLocked(rule: LockedRule): string {
  return `“${subjectWords(rule.subject)}”`
}
