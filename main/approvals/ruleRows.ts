import * as z from 'zod'
import { CallId, ConversationId, RuleId, ServerId } from '../../shared/domain/ids'
import { ArgumentCondition, RuleLasts, RuleSubject, RuleVerdict, ToolKind, type Rule } from '../../shared/domain/rule'
import { canonicalJson } from '../../shared/lib/json'

type Conditions = Pick<RuleSubject, 'where' | 'open'>

/**
 * The conditions as a list, or together with the arguments that may be anything. An older Parley cannot read the second form, and so never
 * allows more than the rule says.
 */
const Conditions: z.ZodType<Conditions> = z.union([
  z.array(ArgumentCondition).transform((where) => ({ where })),
  z.object({ where: z.array(ArgumentCondition), open: z.array(ArgumentCondition.shape.path) }),
])

/** The required fields of a `rule` row. Another version of Parley, or a person, may have written it. */
const Row = z.object({
  id: RuleId,
  server: ServerId.nullable(),
  tool: z.string().nullable(),
  kind: ToolKind.nullable(),
  conditions: z.string().transform((text, context) => {
    try {
      return Conditions.parse(JSON.parse(text))
    } catch {
      context.addIssue('These are no conditions')
      return z.NEVER
    }
  }),
  definition_hash: z.string().nullable(),
  verdict: RuleVerdict,
  lasts: RuleLasts,
  conversation: ConversationId.nullable(),
  until: z.number().nullable(),
  created: z.number(),
  made_from: CallId.nullable(),
  in_conversation: z.number(),
})

const Remains = z.object({
  id: RuleId,
  server: ServerId.nullable().catch(null),
  tool: z.string().nullable().catch(null),
  verdict: z.string().catch(''),
})

/** Pure: a row as a rule. An unreadable rule never allows. Unless it clearly said "allow", calls that it may apply to are asked about. */
export function ruleOf(row: unknown): Rule | undefined {
  const { data } = Row.safeParse(row)
  const subject = data && RuleSubject.safeParse(subjectOf(data)).data
  if (data && subject && !lacksItsEnd(data)) {
    return {
      id: data.id,
      subject,
      verdict: data.verdict,
      lasts: data.lasts,
      created: data.created,
      ...(data.definition_hash !== null && { definitionHash: data.definition_hash }),
      ...(data.conversation !== null && { conversationId: data.conversation }),
      ...(data.until !== null && { until: data.until }),
      ...(data.made_from !== null && { madeFrom: data.made_from }),
      ...(data.in_conversation === 1 && { inConversation: true as const }),
    }
  }
  const remains = Remains.safeParse(row).data
  if (!remains || remains.verdict === 'allow') return undefined
  const about = subjectOf({ ...remains, kind: null, conditions: {} })
  return { id: remains.id, subject: RuleSubject.safeParse(about).data ?? {}, verdict: 'ask', lasts: 'always', created: 0 }
}

/** Pure: a rule's scope as text. Equal scopes give equal texts, whatever the order of conditions. */
export function scopeKey({ subject, lasts, conversationId }: Pick<Rule, 'subject' | 'lasts' | 'conversationId'>): string {
  const { serverId, tool, kind } = subject
  return canonicalJson([serverId ?? null, tool ?? null, kind ?? null, conditionsOf(subject), lasts, conversationId ?? null])
}

/** Pure: a rule as column values, in the order of `ruleColumns`. */
export function rowOf(rule: Rule): (string | number | null)[] {
  const { serverId, tool, kind } = rule.subject
  return [
    rule.id,
    serverId ?? null,
    tool ?? null,
    kind ?? null,
    JSON.stringify(conditionsOf(rule.subject)),
    rule.definitionHash ?? null,
    rule.verdict,
    rule.lasts,
    rule.conversationId ?? null,
    rule.until ?? null,
    rule.created,
    rule.madeFrom ?? null,
    rule.inConversation ? 1 : 0,
  ]
}

/** The columns of a rule's row. */
export const ruleColumns =
  'id, server, tool, kind, conditions, definition_hash, verdict, lasts, conversation, until, created, made_from, in_conversation'

function conditionsOf({ where = [], open }: RuleSubject): readonly ArgumentCondition[] | Conditions {
  const sorted = sortedByText(where)
  return open === undefined ? sorted : { where: sorted, open: sortedByText(open) }
}

function sortedByText<T>(values: readonly T[]): T[] {
  return values.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1))
}

function subjectOf({ server, tool, kind, conditions }: Pick<z.output<typeof Row>, 'server' | 'tool' | 'kind' | 'conditions'>): RuleSubject {
  return {
    ...(server !== null && { serverId: server }),
    ...(tool !== null && { tool }),
    ...(kind !== null && { kind }),
    ...(conditions.where && conditions.where.length > 0 && conditions),
  }
}

function lacksItsEnd({ lasts, conversation, until }: z.output<typeof Row>): boolean {
  return (lasts === 'conversation' && conversation === null) || (lasts === 'until' && until === null)
}
