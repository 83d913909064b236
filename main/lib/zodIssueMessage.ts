import type * as z from 'zod'
import { schemaIssueIds, type IssueId } from '../../shared/domain/schemaIssueIds'
import { misfitMessage } from '../../shared/domain/schemaMisfit'
import type { Message } from '../../shared/i18n/message'
import { typeMisfit } from './typeMisfit'

/** Names and places are in a file of somebody else's making. So much of one is shown. */
const NAME_CHARACTERS = 200

const cut = (name: string): string => (name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS)}…` : name)

type Issue = z.core.$ZodIssue

/** Values of a list that are named. More would hide the sentence. */
const VALUES_NAMED = 20

/**
 * Pure: why a value cannot be used, as a message. Parley's own schemas give the id of a text; what zod found by itself is told in the words
 * for misfits. zod's own text is never shown.
 * @param issue of a parse with `reportInput` where what is missing is to be told from what is wrong. Calls of a page are parsed without.
 */
export function zodIssueMessage(issue: Issue | undefined): Message {
  if (!issue) return otherKind
  const own = schemaIssueIds.find((id): id is IssueId => id === issue.message)
  return own ? { id: own } : ((isMissing(issue) ? { id: 'misfits.required' } : explain(issue)) ?? otherKind)
}

/** Pure: the message of an issue with its place: "server.name: another kind of value is needed". */
export function placedIssueMessage(issue: Issue): Message {
  const path = cut(issue.path.map(String).join('.'))
  return path === '' ? zodIssueMessage(issue) : { id: 'json.issue.at', params: { path, issue: zodIssueMessage(issue) } }
}

const otherKind: Message = { id: 'json.issue.otherKind' }

function isMissing(issue: Issue): boolean {
  return issue.path.length > 0 && 'input' in issue && issue.input === undefined
}

function explain(issue: Issue): Message | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(jsonType(issue.expected))
    case 'invalid_value':
      return valueMisfit(issue.values.map(String))
    case 'too_small':
      return bounds[issue.origin]?.small(Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return bounds[issue.origin]?.big(Number(issue.maximum), issue.inclusive !== false)
    case 'not_multiple_of':
      return { id: 'misfits.multipleOf', params: { number: issue.divisor } }
    case 'invalid_format':
      return formatMisfit(issue)
    case 'unrecognized_keys':
      return { id: 'json.issue.unknownNames', params: { names: issue.keys.slice(0, VALUES_NAMED).map(cut) } }
    case 'invalid_union':
      return 'options' in issue && issue.options ? valueMisfit(issue.options.map(String)) : unionMisfit(issue.errors)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0] && zodIssueMessage(issue.issues[0])
    case 'custom':
      return undefined
  }
}

function typeMessage(type: string | readonly string[]): Message | undefined {
  const what = typeMisfit(type)
  return what && misfitMessage({ pointer: '', what })
}

function jsonType(expected: string): string {
  if (expected === 'record') return 'object'
  return expected === 'int' ? 'integer' : expected
}

function valueMisfit(values: readonly string[]): Message {
  const [only, ...more] = values.slice(0, VALUES_NAMED)
  if (only === undefined) return otherKind
  if (more.length === 0) return { id: 'misfits.const', params: { value: only } }
  return { id: 'json.issue.values', params: { values: [only, ...more] } }
}

type Bound = (limit: number, inclusive: boolean) => Message
const counted = (least: 'misfits.minLength' | 'misfits.minItems', most: 'misfits.maxLength' | 'misfits.maxItems') => ({
  small: (count: number): Message => ({ id: least, params: { count } }),
  big: (count: number): Message => ({ id: most, params: { count } }),
})
const compared = {
  small: (limit: number, inclusive: boolean): Message => ({
    id: inclusive ? 'misfits.minimum' : 'misfits.exclusiveMinimum',
    params: { limit },
  }),
  big: (limit: number, inclusive: boolean): Message => ({
    id: inclusive ? 'misfits.maximum' : 'misfits.exclusiveMaximum',
    params: { limit },
  }),
}
/** By what has the size: zod's `origin`. */
const bounds: Readonly<Record<string, { readonly small: Bound; readonly big: Bound } | undefined>> = {
  string: counted('misfits.minLength', 'misfits.maxLength'),
  array: counted('misfits.minItems', 'misfits.maxItems'),
  number: compared,
  int: compared,
}

function formatMisfit({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Message | undefined {
  if (format === 'url') return { id: 'json.issue.url' }
  return format === 'regex' && pattern !== undefined ? { id: 'misfits.pattern', params: { pattern } } : undefined
}

/**
 * What is said of the one form that a value has, but not whole: `{"secert": "x"}` lacks its "secret". Where it has none of the forms, which
 * types they are.
 */
function unionMisfit(branches: readonly (readonly Issue[])[]): Message {
  const near = branches.filter((issues) => issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'))
  const [nearest] = near.toSorted((one, other) => one.length - other.length)
  if (nearest?.[0]) return placedIssueMessage(nearest[0])
  const values = branches.flatMap(([issue]) => (issue?.code === 'invalid_value' ? issue.values.map(String) : []))
  if (branches.length > 0 && branches.every(([issue]) => issue?.code === 'invalid_value')) return valueMisfit(values)
  const types = branches.flatMap(([issue]) => (issue?.code === 'invalid_type' ? [jsonType(issue.expected)] : []))
  return (types.length === branches.length ? typeMessage([...new Set(types)]) : undefined) ?? { id: 'misfits.anyOf' }
}
