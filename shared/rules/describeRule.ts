import { assertNever } from '../lib/assertNever'
import type { ArgumentCondition, Rule, RuleSubject, ToolKind } from '../domain/rule'

const MOST_VALUE = 80

interface HowLong {
  readonly lasts: Rule['lasts']
  readonly until?: number | undefined
}

/** Pure: a rule as a sentence, the same everywhere: "create_issue of Linear where team is Platform, always". */
export function describeRule(rule: HowLong & Pick<Rule, 'subject'>): string {
  return `${describeSubject(rule.subject)}, ${describeDuration(rule)}`
}

/** Pure: what a rule is about: "Read-only tools of files". Values that are longer than `most` are cut. */
export function describeSubject({ serverId, tool, kind, where = [] }: RuleSubject, most = MOST_VALUE): string {
  const server = serverId ?? 'every server'
  if (tool === undefined) return kind === undefined ? `Every tool of ${server}` : kindWords(kind, server)
  const named = kind === undefined ? `${tool} of ${server}` : `${tool} of ${server} while it ${claimWords[kind]}`
  return where.length === 0 ? named : `${named} where ${where.map((condition) => describeCondition(condition, most)).join(' and ')}`
}

/** Pure: one condition: "path is in /home/dana/code". */
export function describeCondition({ path, test, value }: ArgumentCondition, most = MOST_VALUE): string {
  return `${path.join('.')} ${testWords(test)} ${valueWords(value, most)}`
}

/** Pure: the opposite of a condition: "path is not in /home/dana/code". */
export function describeMismatch({ path, test, value }: ArgumentCondition, most = MOST_VALUE): string {
  return `${path.join('.')} ${missedTest[test]} ${valueWords(value, most)}`
}

/** Pure: how long a rule lasts: "always". */
export function describeDuration({ lasts, until }: HowLong): string {
  switch (lasts) {
    case 'always':
      return 'always'
    case 'conversation':
      return 'in one conversation'
    case 'until':
      return `until ${until === undefined ? 'a date that cannot be read' : dateWords(until)}`
    default:
      return assertNever(lasts)
  }
}

const missedTest: Readonly<Record<ArgumentCondition['test'], string>> = {
  is: 'is not',
  atLeast: 'is less than',
  atMost: 'is more than',
  inFolder: 'is not in',
  inRepository: 'is not in repository',
  onHost: 'is not on',
}

const claimWords: Readonly<Record<ToolKind, string>> = {
  readOnly: 'is called read-only',
  destructive: 'can destroy',
  openWorld: 'reaches outside',
}

function kindWords(kind: ToolKind, server: string): string {
  switch (kind) {
    case 'readOnly':
      return `Read-only tools of ${server}`
    case 'destructive':
      return `Tools of ${server} that can destroy`
    case 'openWorld':
      return `Tools of ${server} that reach outside`
    default:
      return assertNever(kind)
  }
}

function testWords(test: ArgumentCondition['test']): string {
  switch (test) {
    case 'is':
      return 'is'
    case 'atLeast':
      return 'is at least'
    case 'atMost':
      return 'is at most'
    case 'inFolder':
      return 'is in'
    case 'inRepository':
      return 'is in repository'
    case 'onHost':
      return 'is on'
    default:
      return assertNever(test)
  }
}

function valueWords(value: ArgumentCondition['value'], most: number): string {
  const text = typeof value === 'string' && /^[\w./:@~\\+-]+$/.test(value) ? value : JSON.stringify(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}

function dateWords(time: number): string {
  return new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}
