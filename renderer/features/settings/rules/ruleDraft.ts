import type { ServerId } from '../../../../shared/domain/ids'
import type { ArgumentCondition, Rule, RuleInput, RuleSubject, RuleVerdict, ToolKind } from '../../../../shared/domain/rule'
import type { MessageId } from '../../../../shared/i18n/message'
import { dayOf, endOfDay, inAWeek } from '../../../ui/format/calendarDay'

/** One condition in the form. */
export interface ConditionDraft {
  /** Stays the same during an edit. */
  readonly key: number
  /** `labels.0` is the argument `0` in the argument `labels`. */
  readonly argument: string
  readonly test: ArgumentCondition['test']
  readonly value: ArgumentCondition['value'] | undefined
}

/** A rule in its form. */
export interface RuleDraft {
  readonly id?: Rule['id']
  readonly verdict: RuleVerdict
  readonly serverId: ServerId | undefined
  /** Empty means every tool. */
  readonly tool: string
  readonly kind: ToolKind | undefined
  readonly where: readonly ConditionDraft[]
  /** The arguments that the rule leaves open by name. Undefined where it leaves open all that its conditions do not name. */
  readonly open: RuleSubject['open']
  readonly lasts: RuleInput['lasts']
  readonly untilDay: string
}

/** Pure: returns the form for a rule. Without one, returns a new rule that asks about everything. */
export function draftOf(rule: Rule | undefined, now: number): RuleDraft {
  const subject = rule?.subject ?? {}
  return {
    ...(rule && { id: rule.id }),
    verdict: rule?.verdict ?? 'ask',
    serverId: subject.serverId,
    tool: subject.tool ?? '',
    kind: subject.kind,
    where: (subject.where ?? []).map(({ path, test, value }, key) => ({ key, argument: path.join('.'), test, value })),
    open: subject.open,
    lasts: rule?.lasts === 'until' ? 'until' : 'always',
    untilDay: rule?.until === undefined ? inAWeek(now) : dayOf(rule.until),
  }
}

/** Pure: returns the rule that the form describes, or the text that says what is missing. */
export function inputOf(
  draft: RuleDraft,
  before: Rule | undefined,
  now: number,
): RuleInput | Extract<MessageId, `rules.missing.${string}`> {
  const tool = draft.tool.trim()
  const until = draft.lasts === 'until' ? endOfDay(draft.untilDay, now) : undefined
  if (draft.lasts === 'until' && until === undefined) return 'rules.missing.day'
  const where = draft.where.flatMap(({ argument, test, value }) =>
    argument.trim() === '' || value === undefined ? [] : [{ path: pathOf(argument, before), test, value }],
  )
  if (where.length < draft.where.length) return 'rules.missing.condition'
  return {
    ...(draft.id !== undefined && { id: draft.id }),
    subject: {
      ...(draft.serverId !== undefined && { serverId: draft.serverId }),
      ...(draft.serverId !== undefined && tool !== '' && { tool }),
      ...(draft.kind !== undefined && { kind: draft.kind }),
      ...(draft.serverId !== undefined && tool !== '' && where.length > 0 && { where, ...(draft.open && { open: draft.open }) }),
    },
    verdict: draft.verdict,
    lasts: draft.lasts,
    ...(until !== undefined && { until }),
  }
}

/** A key may contain a dot, so an argument of the existing rule keeps its original path. */
function pathOf(argument: string, before: Rule | undefined): string[] {
  const known = before?.subject.where?.find(({ path }) => path.join('.') === argument.trim())
  return known ? [...known.path] : argument.trim().split('.')
}
