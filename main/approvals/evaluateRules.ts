import type { Why } from '../../shared/domain/chat'
import { describeDataFlow } from '../../shared/domain/describeDataFlow'
import type { LockedRule, Rule, RuleExplanation, RuleVerdict } from '../../shared/domain/rule'
import { canonicalJson } from '../../shared/lib/json'
import type { Message, MessageParams } from '../../shared/i18n/message'
import { describeRule, describeSubject } from '../../shared/rules/describeRule'
import type { RuleContext } from './ruleContext'
import { matchRule, matchPolicyRule, misses, type RuleMatch } from './matchRule'
import { goesBefore } from './ruleScope'

/** One rule, whether it applies to a call, and how it counts among the others. */
export interface EvaluatedRule {
  readonly rule: Rule | LockedRule
  readonly finding: RuleMatch
  readonly counts: RuleExplanation['stands']
  readonly because: () => Message
}
type EvaluatedUserRule = EvaluatedRule & { readonly rule: Rule }
type EvaluatedPolicyRule = EvaluatedRule & { readonly rule: LockedRule }

export interface Decision {
  readonly verdict: RuleVerdict
  readonly why: Why
  /** The result for each rule. */
  readonly judged: readonly EvaluatedRule[]
  /** Why no user rule can change the decision; absent if one could. */
  readonly fixed?: Message
}

const strictness: Readonly<Record<RuleVerdict, number>> = { allow: 0, ask: 1, deny: 2 }

/**
 * Pure: what the rules decide about one call. The stricter of the user's rules and the policy wins. If private data, text from outside and
 * a way out would come together, no rule allows the call.
 */
export function evaluateRules(rules: readonly Rule[], locked: readonly LockedRule[], asked: RuleContext): Decision {
  const own = evaluateUserRules(rules, asked)
  const found = evaluatePolicyRules(locked, asked)
  const isOwn = own.some(({ counts }) => counts === 'decides')
  const byOwn = (isOwn ? undefined : allowedBeforehand(found)) ?? ownDecision(own, asked)
  const byLocked = lockedDecision(found, asked)
  const set = isOwn ? found.map((one) => (one.rule.verdict === 'allow' ? overruled(one, { id: 'approvals.because.ownRule' }) : one)) : found
  if (byLocked && strictness[byLocked.verdict] >= strictness[byOwn.verdict]) {
    const lost = byLocked.verdict === byOwn.verdict ? own : own.map((one) => overruled(one, { id: 'approvals.because.policyStricter' }))
    const flow = byLocked.verdict === 'ask' && asked.dataFlow ? askedFor(describeDataFlow(asked.dataFlow)) : {}
    return { ...byLocked, ...flow, judged: [...set, ...lost] }
  }
  const fixed = byLocked && { fixed: byLocked.why.reason }
  if (byOwn.verdict === 'deny' || !asked.dataFlow) return { ...byOwn, ...fixed, judged: [...set, ...own] }
  const lost = byOwn.verdict === 'ask' ? own : own.map((one) => overruled(one, { id: 'approvals.because.dataFlow' }))
  return {
    ...askedFor(describeDataFlow(asked.dataFlow)),
    fixed: { id: 'approvals.noRule.dataFlow' },
    judged: [...set, ...lost],
  }
}

type Verdict = Omit<Decision, 'judged'>

function ownDecision(judged: readonly EvaluatedUserRule[], asked: RuleContext): Verdict {
  const deciding = preferred(judged.filter(({ counts }) => counts === 'decides'))
  if (!deciding) return askedFor(undecided(judged, asked))
  const { rule, finding } = deciding
  const params = { rule: describeRule(rule) }
  if (finding.applies !== 'yes') return askedFor(asking('mayApply', asked, { ...params, because: finding.because() }))
  const { verdict } = rule
  if (verdict === 'ask') return askedFor(asking('ruleAsks', asked, params))
  return { verdict, why: { by: 'rule', reason: { id: `approvals.why.${verdict}Rule`, params }, verdict, ruleId: rule.id } }
}

function lockedDecision(judged: readonly EvaluatedPolicyRule[], asked: RuleContext): Verdict | undefined {
  const deciding = judged
    .filter(({ counts, rule }) => counts === 'decides' && rule.verdict !== 'allow')
    .toSorted((a, b) => (canonicalJson(a.rule.subject) < canonicalJson(b.rule.subject) ? -1 : 1))
  const [first] = deciding
  if (!first) return undefined
  const { rule, finding } = first
  const { by } = rule
  const params = { by, rule: describeSubject(rule.subject) }
  if (finding.applies === 'yes' && rule.verdict === 'deny') {
    const why: Why = { by: 'policy', reason: { id: 'approvals.why.forbidden', params }, ask: askWhom(rule), verdict: 'deny' }
    return { verdict: 'deny', why, fixed: { id: 'approvals.noRule.forbidden', params: { by } } }
  }
  const reason =
    finding.applies === 'yes'
      ? asking('policyAsks', asked, params)
      : asking('policyMayAsk', asked, { ...params, because: finding.because() })
  return { ...askedFor(reason), fixed: { id: 'approvals.noRule.asked', params: { by } } }
}

/** What the policy allows beforehand. It counts where no rule of the user's decides: they may be stricter. */
function allowedBeforehand(judged: readonly EvaluatedPolicyRule[]): Verdict | undefined {
  const deciding = judged.find(({ counts, rule }) => counts === 'decides' && rule.verdict === 'allow')
  if (!deciding) return undefined
  const params = { by: deciding.rule.by, rule: describeSubject(deciding.rule.subject) }
  return { verdict: 'allow', why: { by: 'policy', reason: { id: 'approvals.why.allowedBeforehand', params }, verdict: 'allow' } }
}

function askWhom({ by, contact }: LockedRule): Message {
  return contact === undefined ? { id: 'policy.ask', params: { name: by } } : { id: 'policy.askAt', params: { name: by, contact } }
}

function askedFor(reason: Message): Verdict {
  return { verdict: 'ask', why: { by: 'pending', reason } }
}

/** Why a call needs a question. In a simulation no model requests it. */
type Asking = 'mayApply' | 'ruleAsks' | 'policyAsks' | 'policyMayAsk' | 'doesNotApply' | 'noRule'

function asking(why: Asking, { model }: RuleContext, params: MessageParams): Message {
  return model === undefined ? { id: `approvals.asked.${why}`, params } : { id: `approvals.wanted.${why}`, params: { model, ...params } }
}

function undecided(judged: readonly EvaluatedUserRule[], asked: RuleContext): Message {
  const near = judged.filter(({ rule, finding }) => rule.verdict === 'allow' && finding.applies !== 'yes' && finding.miss !== 'elsewhere')
  for (const miss of misses) {
    const rule = preferred(near.filter(({ finding }) => finding.applies !== 'yes' && finding.miss === miss))
    if (rule) return asking('doesNotApply', asked, { rule: describeRule(rule.rule), because: rule.because() })
  }
  return asking('noRule', asked, {})
}

/** The rule to name among those with the same verdict. The order of the rules does not matter. */
function preferred(judged: readonly EvaluatedUserRule[]): EvaluatedUserRule | undefined {
  const rank = ({ rule: { subject, lasts }, finding }: EvaluatedUserRule): number =>
    (finding.applies === 'yes' ? 0 : 4) + (subject.tool === undefined ? 2 : 0) + (lasts === 'always' ? 0 : 1)
  return judged.toSorted((a, b) => rank(a) - rank(b) || a.rule.created - b.rule.created || (a.rule.id < b.rule.id ? -1 : 1))[0]
}

function overruled<J extends EvaluatedRule>(judged: J, because: Message): J {
  return judged.counts === 'decides' ? { ...judged, counts: 'givesWay', because: () => because } : judged
}

interface Found<R extends Rule | LockedRule> {
  readonly rule: R
  readonly finding: RuleMatch
}

/**
 * Pure: the result for each user rule. An applying rule yields only to a narrower one, or where it asks, to one
 * that allows the same until a day. Of the remaining rules the strictest decides. An ask
 * or deny rule that may apply asks, and does not stop other rules from counting.
 */
function evaluateUserRules(rules: readonly Rule[], asked: RuleContext): readonly EvaluatedUserRule[] {
  const found = heldBack(
    rules.map((rule) => ({ rule, finding: matchRule(rule, asked) })),
    asked,
  )
  const sure = found.filter(({ finding }) => finding.applies === 'yes')
  const counting = found.filter((one) => verdictOf(one) !== undefined)
  const narrower = new Map(counting.map((one) => [one.rule, sure.find((other) => goesBefore(other.rule, one.rule))?.rule]))
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

/** Pure: the result for each rule of the policy. None yields to a narrower one, because nothing may loosen the policy. */
function evaluatePolicyRules(rules: readonly LockedRule[], asked: RuleContext): readonly EvaluatedPolicyRule[] {
  const found = rules.map((rule) => ({ rule, finding: matchPolicyRule(rule, asked) }))
  const strictest = strictestOf(found.filter((one) => verdictOf(one) !== undefined))
  return found.map((one): EvaluatedPolicyRule => {
    const verdict = verdictOf(one)
    if (verdict === undefined) return { ...one, counts: 'not', because: () => reasonOf(one) }
    if (verdict === strictest) return { ...one, counts: 'decides', because: () => decidingReason(one) }
    return { ...one, counts: 'givesWay', because: () => ({ id: 'approvals.because.denyCounts' }) }
  })
}

/** If a tool was allowed by name and has changed since, broader allow rules do not apply to it either. The user has to review it first. */
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

/** The verdict of a rule for the call; undefined if it does not apply. */
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
