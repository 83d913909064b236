import type { ServerId } from '../domain/ids'
import type { LockedRule, Rule, RuleVerdict } from '../domain/rule'
import type { CallsChoice } from '../domain/ruleChoices'
import { toolHints } from '../domain/toolHints'
import { allowsUntilThen } from './allowsUntilThen'
import type { Tool } from '../domain/catalog'

/** What the choice is about: all calls of a server, or of one tool of it. */
export interface CallsScope {
  readonly server: { readonly id: ServerId; readonly trusted: boolean }
  readonly tool?: Pick<Tool, 'name' | 'hash' | 'annotations'> | undefined
}

/** What the lasting rules make of the calls. `never`: a rule denies them. */
export type CallsState = CallsChoice | 'never'

/** A rule that is to be made. */
export type NewRule = Omit<Rule, 'id' | 'created'>

/**
 * Pure: what the user's lasting rules make of the calls, as one of the choices. Rules about arguments, about one conversation and about other
 * kinds of tools are left out: the host decides about every call for itself.
 */
export function callsState(rules: readonly Rule[], scope: CallsScope): CallsState {
  const counting = isHeldBack(rules, scope)
    ? rules.filter(({ subject, verdict }) => verdict !== 'allow' || subject.tool !== undefined)
    : rules
  const levels = levelsOf(scope).map((level) => rulesAt(counting, level, scope))
  const all = levels.map((at) => strictest(at.filter(({ subject }) => subject.kind === undefined)))
  const reading = levels.map((at) => at.find(({ subject, verdict }) => subject.kind === 'readOnly' && verdict === 'allow')?.verdict)
  const ofAll = first(all) ?? 'ask'
  if (ofAll === 'deny') return 'never'
  const ofReading = first(levels.map((_, index) => reading[index] ?? all[index])) ?? 'ask'
  if (ofReading !== 'allow') return 'ask'
  return ofAll === 'allow' ? 'all' : 'reading'
}

/**
 * Pure: the rules that go and come when a person chooses. What is chosen for a server or a tool takes the place of the lasting rules about exactly
 * its calls; rules about arguments stay. What runs is always a rule of its own: it covers what is there now, and what a wider rule covers is what was
 * there then.
 */
export function rulesForChoice(
  rules: readonly Rule[],
  scope: CallsScope,
  choice: CallsChoice,
): { readonly removed: readonly Rule[]; readonly added: readonly NewRule[] } {
  const at = ownRules(rules, scope)
  // Where it asks is another choice, and stays as long as it asks.
  const kept =
    choice === 'all' ? [] : at.filter(({ inConversation, definitionHash }) => inConversation && definitionHash === scope.tool?.hash)
  const removed = at.filter((rule) => !kept.includes(rule))
  const others = rules.filter((rule) => !removed.includes(rule))
  const inherited = callsState(others, scope)
  if (inherited === choice && choice === 'ask') return { removed, added: [] }
  const stricter = choice === 'ask' || (choice === 'reading' && (inherited === 'all' || inherited === 'never'))
  return {
    removed,
    added: [
      ...(stricter && kept.length === 0 ? [ruleOf(scope, 'ask')] : []),
      ...(choice === 'all' ? [ruleOf(scope, 'allow')] : choice === 'reading' ? [ruleOf(scope, 'allow', 'readOnly')] : []),
    ],
  }
}

/**
 * Pure: the rules that go and come when a person chooses whether a tool that declares nothing asks in the conversation. Only rules that ask go: what is
 * denied stays so.
 */
export function rulesForPlace(
  rules: readonly Rule[],
  scope: Required<CallsScope> & { readonly tool: NonNullable<CallsScope['tool']> },
  inConversation: boolean,
): { readonly removed: readonly Rule[]; readonly added: readonly NewRule[] } {
  if (inConversation && callsState(rules, scope) === 'never') return { removed: [], added: [] }
  const removed = ownRules(rules, scope).filter(
    ({ subject, verdict, inConversation: before }) => verdict === 'ask' && (inConversation ? subject.kind === undefined : before),
  )
  if (inConversation) return { removed, added: [{ ...ruleOf(scope, 'ask'), definitionHash: scope.tool.hash, inConversation: true }] }
  const inherited = callsState(
    rules.filter((rule) => !removed.includes(rule)),
    scope,
  )
  // Taking it back loosens nothing.
  return { removed, added: removed.length > 0 && inherited !== 'ask' ? [ruleOf(scope, 'ask')] : [] }
}

/** Pure: whether a rule asks about, or denies, every call of one tool of a server, for good: no choice for all of the server changes that. */
export function isDecidedAlone(rule: Rule | LockedRule, serverId: ServerId): boolean {
  const { serverId: of, tool, kind, where = [] } = rule.subject
  const isForGood = !('lasts' in rule) || rule.lasts === 'always'
  return isForGood && rule.verdict !== 'allow' && of === serverId && tool !== undefined && kind === undefined && where.length === 0
}

/** How far the policy lets a person go, and who set that. Undefined where it sets nothing. */
export interface CallsCap {
  readonly most: Exclude<CallsState, 'all'>
  /** What it leaves no choice about is denied, not asked about. */
  readonly forbidsOthers?: true
  readonly by: string
}

/**
 * Pure: the most that rules of the policy leave to choose. Rules about arguments, and for a whole server those about one tool or one kind, cap a
 * part only: they are left out, and the host holds to them at every call.
 */
export function callsCap(locked: readonly LockedRule[], { server, tool }: CallsScope): CallsCap | undefined {
  const caps = locked.flatMap(({ subject, verdict, by }): CallsCap[] => {
    if (verdict === 'allow' || (subject.where !== undefined && subject.where.length > 0)) return []
    if (subject.serverId !== undefined && subject.serverId !== server.id) return []
    if (subject.tool !== undefined && subject.tool !== tool?.name) return []
    const strict = verdict === 'deny' ? 'never' : 'ask'
    const others = verdict === 'deny' && { forbidsOthers: true as const }
    const { kind, believed } = subject
    if (kind === undefined) return [{ most: strict, by }]
    if (kind === 'notReadOnly') {
      if (!tool) return [{ most: believed ? 'reading' : 'ask', ...others, by }]
      if (!toolHints(tool.annotations).readOnly) return [{ most: strict, by }]
      return believed ? [] : [{ most: 'ask', by }]
    }
    if (!tool) return []
    const said = toolHints(tool.annotations)[kind]
    // That it is no such tool is asked about where nobody believes it.
    return said ? [{ most: strict, by }] : server.trusted ? [] : [{ most: 'ask', by }]
  })
  return caps.toSorted(
    (a, b) => order.indexOf(a.most) - order.indexOf(b.most) || Number(b.forbidsOthers ?? false) - Number(a.forbidsOthers ?? false),
  )[0]
}

/** Pure: whether a choice goes no further than a cap. */
export function isWithinCap(choice: CallsState, cap: CallsCap | undefined): boolean {
  return cap === undefined || order.indexOf(choice) <= order.indexOf(cap.most)
}

const order: readonly CallsState[] = ['never', 'ask', 'reading', 'all']

interface Level {
  readonly serverId?: ServerId
  readonly tool?: string
}

/** From the narrowest to every tool of every server. */
function levelsOf({ server, tool }: CallsScope): readonly Level[] {
  return [...(tool ? [{ serverId: server.id, tool: tool.name }] : []), { serverId: server.id }, {}]
}

/** The lasting rules about exactly these calls, the newest first. What was allowed is what the tool was then. */
function rulesAt(rules: readonly Rule[], level: Level, { tool, server }: CallsScope): readonly Rule[] {
  return rules
    .filter((rule) => isAbout(rule, level))
    .filter(({ verdict, definitionHash }) => verdict !== 'allow' || level.tool === undefined || definitionHash === tool?.hash)
    .filter(({ subject }) => subject.kind === undefined || (server.trusted && (!tool || toolHints(tool.annotations).readOnly)))
    .toReversed()
}

/** A tool that was allowed by name, and is another one since, is covered by no wider rule either. */
function isHeldBack(rules: readonly Rule[], { server, tool }: CallsScope): boolean {
  return rules.some(
    ({ subject, verdict, lasts, definitionHash }) =>
      tool !== undefined &&
      verdict === 'allow' &&
      lasts !== 'conversation' &&
      subject.serverId === server.id &&
      subject.tool === tool.name &&
      definitionHash !== tool.hash,
  )
}

function ownRules(rules: readonly Rule[], scope: CallsScope): readonly Rule[] {
  const [own = {}] = levelsOf(scope)
  return rules.filter((rule) => isAbout(rule, own))
}

function isAbout({ subject, lasts }: Rule, { serverId, tool }: Level): boolean {
  const { kind, where = [] } = subject
  return (
    lasts !== 'conversation' &&
    subject.serverId === serverId &&
    subject.tool === tool &&
    (kind === undefined || kind === 'readOnly') &&
    where.length === 0
  )
}

function ruleOf({ server, tool }: CallsScope, verdict: RuleVerdict, kind?: 'readOnly'): NewRule {
  return {
    subject: { serverId: server.id, ...(tool && { tool: tool.name }), ...(kind && { kind }) },
    ...(tool && verdict === 'allow' && { definitionHash: tool.hash }),
    verdict,
    lasts: 'always',
  }
}

/** Of rules about exactly the same calls. */
function strictest(rules: readonly Rule[]): RuleVerdict | undefined {
  const counting = rules.filter((rule) => !rules.some((other) => allowsUntilThen(other, rule)))
  return (['deny', 'ask', 'allow'] as const).find((verdict) => counting.some((rule) => rule.verdict === verdict))
}

function first(verdicts: readonly (RuleVerdict | undefined)[]): RuleVerdict | undefined {
  return verdicts.find((verdict) => verdict !== undefined)
}
