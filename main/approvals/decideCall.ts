import type { Why } from '../../shared/domain/chat'
import { describeDataFlow } from '../../shared/domain/describeDataFlow'
import type { LockedRule, Rule, RuleVerdict } from '../../shared/domain/rule'
import {
  evaluatePolicyRules,
  evaluateUserRules,
  type EvaluatedRule,
  type EvaluatedPolicyRule,
  type EvaluatedUserRule,
} from './evaluateRules'
import type { RuleContext } from './ruleContext'
import { misses } from './matchRule'
import { nameOfLocked, nameOfOwn } from './explainRules'

export interface Decision {
  readonly verdict: RuleVerdict
  readonly why: Why
  /** What became of each rule. */
  readonly judged: readonly EvaluatedRule[]
  /** Why no rule of the user could make it another answer; absent where one could. */
  readonly fixed?: string
}

const strictness: Readonly<Record<RuleVerdict, number>> = { allow: 0, ask: 1, deny: 2 }

/**
 * Pure: what rules say about one call. The stricter of the user's rules and the policy's wins, and where private data, text from outside and
 * a way out would meet, no rule allows.
 */
export function decideCall(rules: readonly Rule[], locked: readonly LockedRule[], asked: RuleContext): Decision {
  const own = evaluateUserRules(rules, asked)
  const set = evaluatePolicyRules(locked, asked)
  const byOwn = ownDecision(own, asked)
  const byLocked = lockedDecision(set, asked)
  if (byLocked && strictness[byLocked.verdict] >= strictness[byOwn.verdict]) {
    const lost = byLocked.verdict === byOwn.verdict ? own : own.map((one) => overruled(one, 'the policy is stricter'))
    const flow = byLocked.verdict === 'ask' && asked.dataFlow ? askedFor(describeDataFlow(asked.dataFlow)) : {}
    return { ...byLocked, ...flow, judged: [...set, ...lost] }
  }
  const fixed = byLocked && { fixed: byLocked.why.sentence }
  if (byOwn.verdict === 'deny' || !asked.dataFlow) return { ...byOwn, ...fixed, judged: [...set, ...own] }
  const lost = byOwn.verdict === 'ask' ? own : own.map((one) => overruled(one, 'no rule allows what could carry private data out'))
  return {
    ...askedFor(describeDataFlow(asked.dataFlow)),
    fixed: 'Where private data could flow out, Parley asks each time.',
    judged: [...set, ...lost],
  }
}

type Verdict = Omit<Decision, 'judged'>

function ownDecision(judged: readonly EvaluatedUserRule[], asked: RuleContext): Verdict {
  const deciding = preferred(judged.filter(({ counts }) => counts === 'decides'))
  if (!deciding) return askedFor(wanting(asked, undecided(judged)))
  const { rule, finding } = deciding
  if (finding.applies !== 'yes') return askedFor(wanting(asked, `your rule ${nameOfOwn(rule)} may be about it: ${finding.because()}`))
  if (rule.verdict === 'ask') return askedFor(wanting(asked, `your rule ${nameOfOwn(rule)} asks`))
  const word = rule.verdict === 'allow' ? 'Allowed' : 'Denied'
  return { verdict: rule.verdict, why: { by: 'rule', sentence: `${word} by your rule ${nameOfOwn(rule)}.`, ruleId: rule.id } }
}

function lockedDecision(judged: readonly EvaluatedPolicyRule[], asked: RuleContext): Verdict | undefined {
  const deciding = judged
    .filter(({ counts }) => counts === 'decides')
    .toSorted((a, b) => (nameOfLocked(a.rule) < nameOfLocked(b.rule) ? -1 : 1))
  const [first] = deciding
  if (!first) return undefined
  const { rule, finding } = first
  const name = nameOfLocked(rule)
  if (finding.applies === 'yes' && rule.verdict === 'deny') {
    return { verdict: 'deny', why: { by: 'policy', sentence: `${rule.by} forbids it: ${name}.` }, fixed: `${rule.by} forbids it.` }
  }
  const because = finding.applies === 'yes' ? '' : `, and ${finding.because()}`
  return {
    ...askedFor(wanting(asked, `${rule.by} has it asked each time: ${name}${because}`)),
    fixed: `${rule.by} has it asked each time.`,
  }
}

function askedFor(sentence: string): Verdict {
  return { verdict: 'ask', why: { by: 'pending', sentence } }
}

function wanting({ model }: RuleContext, clause: string): string {
  return model === undefined ? `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.` : `${model} wants to run it, and ${clause}.`
}

function undecided(judged: readonly EvaluatedUserRule[]): string {
  const near = judged.filter(({ rule, finding }) => rule.verdict === 'allow' && finding.applies !== 'yes' && finding.miss !== 'elsewhere')
  for (const miss of misses) {
    const rule = preferred(near.filter(({ finding }) => finding.applies !== 'yes' && finding.miss === miss))
    if (rule) return `your rule ${nameOfOwn(rule.rule)} does not apply: ${rule.because()}`
  }
  return 'no rule covers it'
}

/** Among rules that say the same, the one to name: the same whatever their order. */
function preferred(judged: readonly EvaluatedUserRule[]): EvaluatedUserRule | undefined {
  const rank = ({ rule: { subject, lasts }, finding }: EvaluatedUserRule): number =>
    (finding.applies === 'yes' ? 0 : 4) + (subject.tool === undefined ? 2 : 0) + (lasts === 'always' ? 0 : 1)
  return judged.toSorted((a, b) => rank(a) - rank(b) || a.rule.created - b.rule.created || (a.rule.id < b.rule.id ? -1 : 1))[0]
}

function overruled<J extends EvaluatedRule>(judged: J, because: string): J {
  return judged.counts === 'decides' ? { ...judged, counts: 'givesWay', because: () => because } : judged
}
