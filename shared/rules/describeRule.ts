import { assertNever } from '../lib/assertNever'
import type { Message } from '../i18n/message'
import type { ArgumentCondition, LockedRule, LockedSubject, Rule, RuleFromCall } from '../domain/rule'

const MOST_VALUE = 80

type DescribedRule = Pick<Rule, 'subject' | 'lasts' | 'inConversation'> & { readonly until?: number | undefined }

/** Pure: describes a rule as a sentence, the same everywhere: "create_issue of Linear where team is Platform, always". */
export function describeRule({ inConversation, ...rule }: DescribedRule): Message {
  const described = describeCoverage(rule)
  return inConversation ? { id: 'rules.asksInConversation', params: { rule: described } } : described
}

function describeCoverage({ subject: about, lasts, until }: DescribedRule): Message {
  const subject = describeSubject(about)
  switch (lasts) {
    case 'always':
      return { id: 'rules.always', params: { subject } }
    case 'conversation':
      return { id: 'rules.inConversation', params: { subject } }
    case 'until':
      return until === undefined ? { id: 'rules.untilUnknown', params: { subject } } : { id: 'rules.until', params: { subject, until } }
    default:
      return assertNever(lasts)
  }
}

/** Pure: describes the rule that "Always allow…" makes of a call, as `describeRule` describes it once it is made. */
export function describeRuleFromCall(
  { what, where, open = [], lasts, until }: RuleFromCall,
  call: Required<Pick<LockedSubject, 'serverId' | 'tool'>>,
): Message {
  const subject =
    what === 'readOnly' ? { serverId: call.serverId, kind: what } : { ...call, ...(what === 'arguments' && where && { where, open }) }
  return describeRule({ subject, lasts, until })
}

/** Pure: describes a rule of the policy as a sentence, with who set it: "Every tool of files, set by Atlas IT". */
export function describeLockedRule({ subject, by }: LockedRule): Message {
  return { id: 'rules.setBy', params: { subject: describeSubject(subject), by } }
}

/** Pure: describes the subject of a rule: "Read-only tools of files". @param most how many characters of a value are shown. */
export function describeSubject({ serverId, tool, kind, where = [], open = [] }: LockedSubject, most = MOST_VALUE): Message {
  const server = serverId ?? ({ id: 'rules.everyServer' } as const)
  if (tool === undefined) return { id: kind === undefined ? 'rules.everyTool' : `rules.toolsOfKind.${kind}`, params: { server } }
  const subject: Message = { id: kind === undefined ? 'rules.tool' : `rules.toolWhile.${kind}`, params: { tool, server } }
  if (where.length === 0) return subject
  const conditions = where.map((condition) => describeCondition(condition, most))
  if (open.length === 0) return { id: 'rules.where', params: { subject, conditions } }
  return { id: 'rules.whereOpen', params: { subject, conditions, open: open.map((path) => path.join('.')) } }
}

/** Pure: describes one condition: "path is in /home/dana/code". @param most how many characters of its value are shown. */
export function describeCondition(condition: ArgumentCondition, most = MOST_VALUE): Message {
  return { id: `rules.condition.${condition.test}`, params: conditionParams(condition, most) }
}

/** Pure: describes the opposite of a condition: "path is not in /home/dana/code". */
export function describeMismatch(condition: ArgumentCondition): Message {
  return { id: `rules.mismatch.${condition.test}`, params: conditionParams(condition, MOST_VALUE) }
}

function conditionParams({ path, test, value }: ArgumentCondition, most: number): { readonly argument: string; readonly value: string } {
  // A list or object is JSON already, with brackets around it.
  const ends = test === 'exactly' ? /^[[{][^\n]*$/ : /^[\w./:@~\\+-]+$/
  const text = typeof value === 'string' && ends.test(value) ? value : JSON.stringify(value)
  return { argument: path.join('.'), value: text.length > most ? `${text.slice(0, most)}…` : text }
}
