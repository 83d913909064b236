import type { ArgumentCondition, RuleFromCall } from '../../../../shared/domain/rule'
import type { ArgumentOffers } from '../../../../shared/rules/suggestConditions'
import { endOfDay, inAWeek } from '../../../ui/format/calendarDay'

/** One argument of the call that a rule can test. */
export interface ScopeRow {
  readonly path: readonly string[]
  /** The possible tests, the most suitable first. Empty when no test is possible. */
  readonly offers: readonly ArgumentCondition[]
  readonly counts: boolean
  readonly test: ArgumentCondition['test']
  /** Undefined while the field has no valid value. */
  readonly value: ArgumentCondition['value'] | undefined
}

/** The current settings of "Always allow…". */
export interface RuleFromCallDraft {
  readonly what: RuleFromCall['what']
  readonly rows: readonly ScopeRow[]
  readonly lasts: RuleFromCall['lasts']
  /** In the format of a date field. */
  readonly untilDay: string
}

const LONGEST_COUNTED = 60

/**
 * Pure: returns the initial settings: this tool, in this conversation. When arguments count, short values that name something are selected.
 */
export function scopeAtFirst(offered: readonly ArgumentOffers[], now: number): RuleFromCallDraft {
  const rows = offered.map(({ path, offers }): ScopeRow => {
    const [first] = offers
    return { path, offers, counts: first !== undefined && namesSomething(first), test: first?.test ?? 'is', value: first?.value }
  })
  return { what: 'tool', rows, lasts: 'conversation', untilDay: inAWeek(now) }
}

/** Pure: returns the rule, or undefined while something is missing. */
export function ruleOf({ what, rows, lasts, untilDay }: RuleFromCallDraft, now: number): RuleFromCall | undefined {
  const until = lasts === 'until' ? endOfDay(untilDay, now) : undefined
  if (lasts === 'until' && until === undefined) return undefined
  const howLong = { lasts, ...(until !== undefined && { until }) }
  if (what !== 'arguments') return { what, ...howLong }
  const counted = rows.filter(({ counts }) => counts)
  const where = counted.flatMap(({ path, test, value }) => (value === undefined ? [] : [{ path: [...path], test, value }]))
  return where.length === 0 || where.length < counted.length ? undefined : { what, where, ...howLong }
}

/** Pure: returns the row with another test and the value that the call provides for it. */
export function withTest(row: ScopeRow, test: ArgumentCondition['test']): ScopeRow {
  return { ...row, test, value: row.offers.find((offer) => offer.test === test)?.value }
}

/** Long texts are content, not names. They differ in every call. */
function namesSomething({ test, value }: ArgumentCondition): boolean {
  return test !== 'is' || typeof value !== 'string' || (value.length <= LONGEST_COUNTED && !/\s\S+\s|\n/.test(value))
}
