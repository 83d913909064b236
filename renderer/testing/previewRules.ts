import { CallId, ConversationId, RuleId, ServerId } from '../../shared/domain/ids'
import type { LockedRule, Rule, RuleEntry, RuleImpact, RuleImpactOnRecent } from '../../shared/domain/rule'
import type { Message } from '../../shared/i18n/message'
import { describeLockedRule, describeRule, describeSubject } from '../../shared/rules/describeRule'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const day = 86_400_000
const id = (name: string): ServerId => ServerId.parse(name)
const conversationId = ConversationId.parse(uuid(101))

const listIssues: Pick<Rule, 'subject'> = {
  subject: { serverId: id('Files'), tool: 'list_issues', where: [{ path: ['path'], test: 'inFolder', value: '/home/dana/code' }] },
}
const readOnly: Pick<Rule, 'subject'> = { subject: { serverId: id('Postgres staging'), kind: 'readOnly' } }
const notTrusted: Message = { id: 'approvals.because.notTrusted', params: { server: 'Postgres staging' } }

const own: readonly Omit<Rule, 'id'>[] = [
  {
    ...listIssues,
    definitionHash: 'list_issues',
    verdict: 'allow',
    lasts: 'always',
    created: Date.now() - 9 * day,
    madeFrom: CallId.parse(uuid(650)),
  },
  { ...readOnly, verdict: 'allow', lasts: 'always', created: Date.now() - day },
  {
    subject: {
      serverId: id('Linear'),
      tool: 'create_issue',
      where: [
        { path: ['team'], test: 'is', value: 'Platform' },
        { path: ['priority'], test: 'atLeast', value: 2 },
      ],
    },
    verdict: 'allow',
    lasts: 'conversation',
    conversationId,
    created: Date.now(),
    madeFrom: CallId.parse(uuid(651)),
  },
  { subject: { serverId: id('Browser') }, verdict: 'ask', lasts: 'until', until: Date.now() + 5 * day, created: Date.now() - 2 * day },
]
const locked: LockedRule = { subject: { kind: 'destructive' }, verdict: 'deny', by: 'Atlas IT' }

/** The rules, as the picture of their page shows them. */
export const previewRules: readonly RuleEntry[] = [
  { kind: 'locked', rule: locked, decided: 4 },
  ...own.map((rule, index): RuleEntry => ({
    kind: 'own',
    rule: { ...rule, id: RuleId.parse(uuid(300 + index)) },
    decided: [118, 41, 3, 9][index] ?? 0,
    ended: false,
  })),
]

/** The rules' decision about one call. */
export const previewTrial: RuleImpact = {
  verdict: 'ask',
  reason: { id: 'approvals.asked.doesNotApply', params: { rule: describeSubject(readOnly.subject), because: notTrusted } },
  stands: [
    {
      rule: describeLockedRule(locked),
      locked: true,
      stands: 'not',
      because: { id: 'approvals.because.notOfKind.destructive', params: { server: 'Postgres staging' } },
    },
    {
      rule: describeRule({ ...listIssues, lasts: 'always' }),
      locked: false,
      stands: 'not',
      because: { id: 'approvals.because.otherServer' },
    },
    { rule: describeRule({ ...readOnly, lasts: 'always' }), locked: false, stands: 'not', because: notTrusted },
  ],
}

/** Recent calls that another rule would have decided differently. */
export const changedCalls: RuleImpactOnRecent['changed'] = [1, 2, 3].map((number) => ({
  callId: CallId.parse(uuid(660 + number)),
  conversationId,
  serverId: id('Linear'),
  tool: 'create_issue',
  line: `team: Platform  title: Migration ${number} of staging  priority: 2`,
  at: Date.now() - number * 3_600_000,
  from: 'ask',
  to: 'allow',
  ...(number === 3 && { deniedByPerson: true as const }),
}))
