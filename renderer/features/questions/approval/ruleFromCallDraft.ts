import type { ArgumentCondition, RuleFromCall } from '../../../../shared/domain/rule'
import { sensitiveArguments } from '../../../../shared/rules/sensitiveArguments'
import { suggestConditions } from '../../../../shared/rules/suggestConditions'
import { isRecord, type JsonObject } from '../../../../shared/lib/json'
import { endOfDay, inAWeek } from '../../../ui/format/calendarDay'

/** One argument of the call that a rule can test. */
export interface ScopeRow {
  readonly path: readonly string[]
  /** The possible tests, the most suitable first. Empty when no test is possible: the argument can then only be left open. */
  readonly offers: readonly ArgumentCondition[]
  readonly counts: boolean
  readonly test: ArgumentCondition['test']
  /** Undefined while the field has no valid value. */
  readonly value: ArgumentCondition['value'] | undefined
}

/** One argument of the tool, as a rule about the whole tool leaves it open. */
export interface OpenArgument {
  readonly name: string
  /** Whether a rule leaves it open only after a press on just this argument. */
  readonly sensitive: boolean
  /** Whether the person has pressed it. */
  readonly opened: boolean
}

/** The current settings of "Always allow…". */
export interface RuleFromCallDraft {
  readonly what: RuleFromCall['what']
  readonly rows: readonly ScopeRow[]
  /** The arguments that a rule about the whole tool leaves open. */
  readonly ofTool: readonly OpenArgument[]
  readonly lasts: RuleFromCall['lasts']
  /** In the format of a date field. */
  readonly untilDay: string
}

/** Pure: returns the initial settings, which allow the least: calls with all of these arguments, in this conversation. */
export function scopeAtFirst(call: { readonly arguments: JsonObject; readonly inputSchema: JsonObject }, now: number): RuleFromCallDraft {
  const rows = suggestConditions(call.arguments).map(({ path, offers }): ScopeRow => {
    const [first] = offers
    return { path, offers, counts: true, test: first?.test ?? 'is', value: first?.value }
  })
  const sensitive = sensitiveArguments(call.inputSchema, call.arguments)
  const ofTool = argumentsOf(call).map((name): OpenArgument => ({ name, sensitive: sensitive.includes(name), opened: false }))
  return { what: rows.length > 0 ? 'arguments' : 'tool', rows, ofTool, lasts: 'conversation', untilDay: inAWeek(now) }
}

/** Pure: returns the rule, or undefined while something is missing. */
export function ruleOf({ what, rows, ofTool, lasts, untilDay }: RuleFromCallDraft, now: number): RuleFromCall | undefined {
  const until = lasts === 'until' ? endOfDay(untilDay, now) : undefined
  if (lasts === 'until' && until === undefined) return undefined
  const howLong = { lasts, ...(until !== undefined && { until }) }
  if (what === 'tool' && ofTool.some(({ sensitive, opened }) => sensitive && !opened)) return undefined
  if (what !== 'arguments') return { what, ...howLong }
  const counted = rows.filter(({ counts }) => counts)
  const where = counted.flatMap(({ path, test, value }) => (value === undefined ? [] : [{ path: [...path], test, value }]))
  if (where.length === 0 || where.length < counted.length) return undefined
  return { what, where, open: rows.filter(({ counts }) => !counts).map(({ path }) => [...path]), ...howLong }
}

/** Pure: returns the names of what a rule with these settings leaves open. */
export function openIn({ what, rows, ofTool }: RuleFromCallDraft): readonly string[] {
  if (what === 'tool') return ofTool.map(({ name }) => name)
  return what === 'arguments' ? rows.filter(({ counts }) => !counts).map(({ path }) => path.join('.')) : []
}

/** Pure: returns the row with another test and the value that the call provides for it. */
export function withTest(row: ScopeRow, test: ArgumentCondition['test']): ScopeRow {
  return { ...row, test, value: row.offers.find((offer) => offer.test === test)?.value }
}

function argumentsOf({ arguments: args, inputSchema }: { readonly arguments: JsonObject; readonly inputSchema: JsonObject }) {
  const properties = isRecord(inputSchema['properties']) ? Object.keys(inputSchema['properties']) : []
  return [...new Set([...Object.keys(args), ...properties])]
}
