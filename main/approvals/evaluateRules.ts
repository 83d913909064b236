import type { LockedRule, Rule, RuleExplanation, RuleVerdict } from '../../shared/domain/rule'
import type { Message } from '../../shared/messages/message'
import { describeRule } from '../../shared/rules/describeRule'
import type { RuleContext } from './ruleContext'
import { matchRule, matchPolicyRule, type RuleMatch } from './matchRule'
import { isNarrower } from './ruleScope'

/** One rule, whether it applies to a call, and what it counts among the others. */
export interface EvaluatedRule {
  readonly rule: Rule | LockedRule
  readonly finding: RuleMatch
  readonly counts: RuleExplanation['stands']
  readonly because: () => Message
}
export type EvaluatedUserRule = EvaluatedRule & { readonly rule: Rule }
export type EvaluatedPolicyRule = EvaluatedRule & { readonly rule: LockedRule }

interface Found<R extends Rule | LockedRule> {
  readonly rule: R
  readonly finding: RuleMatch
}

/**
 * Pure: what becomes of each of the user's rules. Of those that apply one gives way only to a narrower one, and of those left the strictest
 * decides. A rule that asks or denies, and of which nobody can tell whether it applies, asks; it keeps no other rule from counting.
 */
export function evaluateUserRules(rules: readonly Rule[], asked: RuleContext): readonly EvaluatedUserRule[] {
  const found = heldBack(
    rules.map((rule) => ({ rule, finding: matchRule(rule, asked) })),
    asked,
  )
  const sure = found.filter(({ finding }) => finding.applies === 'yes')
  const counting = found.filter((one) => verdictOf(one) !== undefined)
  const narrower = new Map(counting.map((one) => [one.rule, sure.find((other) => isNarrower(other.rule, one.rule))?.rule]))
  const left = counting.filter((one) => !narrower.get(one.rule))
  const strictest = strictestOf(left)
  return found.map((one): EvaluatedUserRule => {
    const beaten = narrower.get(one.rule)
    const verdict = verdictOf(one)
    if (verdict === undefined) return { ...one, counts: 'not', because: () => reasonOf(one) }
    if (beaten)
      return { ...one, counts: 'givesWay', because: () => ({ id: 'approvals.because.narrower', params: { rule: describeRule(beaten) } }) }
    if (verdict === strictest) return { ...one, counts: 'decides', because: () => decidingReason(one) }
    return {
      ...one,
      counts: 'givesWay',
      because: () => ({ id: strictest === 'deny' ? 'approvals.because.denyCounts' : 'approvals.because.askCounts' }),
    }
  })
}

/** Pure: the same for the rules of the policy. None gives way to another: nothing loosens them. */
export function evaluatePolicyRules(rules: readonly LockedRule[], asked: RuleContext): readonly EvaluatedPolicyRule[] {
  const found = rules.map((rule) => ({ rule, finding: matchPolicyRule(rule, asked) }))
  const strictest = strictestOf(found.filter((one) => verdictOf(one) !== undefined))
  return found.map((one): EvaluatedPolicyRule => {
    const verdict = verdictOf(one)
    if (verdict === undefined) return { ...one, counts: 'not', because: () => reasonOf(one) }
    if (verdict === strictest) return { ...one, counts: 'decides', because: () => decidingReason(one) }
    return { ...one, counts: 'givesWay', because: () => ({ id: 'approvals.because.denyCounts' }) }
  })
}

/** What was allowed by name, and is another tool now, is not allowed by a wider rule either: the user looks at it first. */
function heldBack(found: readonly Found<Rule>[], { server }: RuleContext): readonly Found<Rule>[] {
  const stale = found.some(({ finding }) => finding.applies === 'no' && finding.miss === 'changed')
  if (!stale) return found
  const finding: RuleMatch = {
    applies: 'no',
    miss: 'changed',
    because: () => ({ id: 'approvals.because.changedSinceAllowed', params: { server: server.id } }),
  }
  return found.map((one) =>
    one.rule.verdict === 'allow' && one.rule.subject.tool === undefined && one.finding.applies === 'yes' ? { ...one, finding } : one,
  )
}

/** What a rule says of the call; nothing where it does not apply. */
function verdictOf({ rule, finding }: Found<Rule | LockedRule>): RuleVerdict | undefined {
  if (finding.applies === 'yes') return rule.verdict
  return finding.applies === 'unknown' && rule.verdict !== 'allow' ? 'ask' : undefined
}

function strictestOf(found: readonly Found<Rule | LockedRule>[]): RuleVerdict | undefined {
  const verdicts = new Set(found.map(verdictOf))
  return (['deny', 'ask', 'allow'] as const).find((verdict) => verdicts.has(verdict))
}

function reasonOf({ finding }: Found<Rule | LockedRule>): Message {
  return finding.applies === 'yes' ? { id: 'approvals.because.applies' } : finding.because()
}

function decidingReason({ rule, finding }: Found<Rule | LockedRule>): Message {
  if (finding.applies !== 'yes') return { id: 'approvals.because.mayApply', params: { because: finding.because() } }
  return { id: `approvals.because.verdict.${rule.verdict}` }
}
