import type { ArgumentCondition, RuleFromCall } from '../../../../shared/domain/rule'
import type { ArgumentOffers } from '../../../../shared/rules/suggestConditions'
import { endOfDay, inAWeek } from '../../../ui/format/calendarDay'

/** One argument of the call that a rule may look at. */
export interface ScopeRow {
  readonly path: readonly string[]
  /** What can be asked of it; the most fitting first. Empty where nothing can. */
  readonly offers: readonly ArgumentCondition[]
  readonly counts: boolean
  readonly test: ArgumentCondition['test']
  /** Undefined while what stands in its field is none. */
  readonly value: ArgumentCondition['value'] | undefined
}

/** What "Always allow…" is set to so far. */
export interface ScopeDraft {
  readonly what: RuleFromCall['what']
  readonly rows: readonly ScopeRow[]
  readonly lasts: RuleFromCall['lasts']
  /** As a date field has it. */
  readonly untilDay: string
}

const LONGEST_COUNTED = 60

/** Pure: this tool, in this conversation; where its arguments are to count, those that name something rather than say something. */
export function scopeAtFirst(offered: readonly ArgumentOffers[], now: number): ScopeDraft {
  const rows = offered.map(({ path, offers }): ScopeRow => {
    const [first] = offers
    return { path, offers, counts: first !== undefined && namesSomething(first), test: first?.test ?? 'is', value: first?.value }
  })
  return { what: 'tool', rows, lasts: 'conversation', untilDay: inAWeek(now) }
}

/** Pure: the rule that it stands for, or undefined while something of it is missing. */
export function ruleOf({ what, rows, lasts, untilDay }: ScopeDraft, now: number): RuleFromCall | undefined {
  const until = lasts === 'until' ? endOfDay(untilDay, now) : undefined
  if (lasts === 'until' && until === undefined) return undefined
  const howLong = { lasts, ...(until !== undefined && { until }) }
  if (what !== 'arguments') return { what, ...howLong }
  const counted = rows.filter(({ counts }) => counts)
  const where = counted.flatMap(({ path, test, value }) => (value === undefined ? [] : [{ path: [...path], test, value }]))
  return where.length === 0 || where.length < counted.length ? undefined : { what, where, ...howLong }
}

/** Pure: the row with another test, and with what the call says for it. */
export function withTest(row: ScopeRow, test: ArgumentCondition['test']): ScopeRow {
  return { ...row, test, value: row.offers.find((offer) => offer.test === test)?.value }
}

/** Long words are said, not named: they differ in every call. */
function namesSomething({ test, value }: ArgumentCondition): boolean {
  return test !== 'is' || typeof value !== 'string' || (value.length <= LONGEST_COUNTED && !/\s\S+\s|\n/.test(value))
}
