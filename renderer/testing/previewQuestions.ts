import { describeLockedRule, describeRule } from '../../shared/rules/describeRule'
import { CallId, ConversationId, ModelRef, QuestionId, ServerId } from '../../shared/domain/ids'
import type { EndedQuestion, Question } from '../../shared/domain/question'
import { changedTool, changedTools } from './previewChanges'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const minute = 60_000
const hour = 60 * minute
const conversation = (number: number): ConversationId => ConversationId.parse(uuid(100 + number))

interface Asking {
  readonly server: string
  readonly minutes: number
  readonly conversation?: number
  readonly details: Question['details']
  readonly draft?: Question['draft']
  readonly expiresIn?: number
}

function question(number: number, { server, minutes, details, draft, expiresIn, ...asking }: Asking): Question {
  return {
    id: QuestionId.parse(uuid(200 + number)),
    asker: {
      serverId: ServerId.parse(server),
      callIds: asking.conversation === undefined ? [] : [CallId.parse(uuid(600 + number))],
      ...(asking.conversation !== undefined && { conversationId: conversation(asking.conversation) }),
    },
    created: Date.now() - minutes * minute,
    expires: Date.now() + (expiresIn ?? 24 * hour - minutes * minute),
    details,
    ...(draft !== undefined && { draft }),
  }
}

const fields = ['team', 'owner', 'start', 'end', 'budget', 'region', 'tier', 'contact', 'note'].map(
  (key) => ({ kind: 'string', key, required: key !== 'note' }) as const,
)

/** Two calls of one tool, which differ only in their arguments. */
const pay = (number: number, iban: string, amount: number): Question =>
  question(number, {
    server: 'Billing',
    minutes: 8 + number,
    conversation: 1,
    details: {
      kind: 'approval',
      tool: 'pay_invoice',
      model: ModelRef.parse('claude/claude-sonnet-4-5'),
      inputSchema: { type: 'object' },
      arguments: {
        invoice: `2026-${1000 + number}`,
        payee: 'Nordwind GmbH',
        iban,
        amount,
        currency: 'EUR',
        note: 'October, hosting and support',
      },
      why: { id: 'approvals.wanted.noRule', params: { model: 'claude-sonnet-4-5' } },
      history: { allowed: 0, denied: 0 },
      readOnlyRuleOffered: false,
    },
  })

/** The waiting questions, as the picture of the Inbox shows them. */
export const waiting: readonly Question[] = [
  question(1, {
    server: 'Linear',
    minutes: 0.2,
    conversation: 1,
    details: {
      kind: 'approval',
      tool: 'create_issue',
      model: ModelRef.parse('claude/claude-sonnet-4-5'),
      description: 'Creates an issue in a team and returns its identifier and URL.',
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          team: { type: 'string' },
          title: { type: 'string' },
          priority: { type: 'integer', minimum: 0, maximum: 4 },
          folder: { type: 'string' },
          link: { type: 'string', format: 'uri' },
          repo: { type: 'string' },
        },
      },
      arguments: {
        team: 'Platform',
        title: 'Run 3 pending migrations on staging before 2.4',
        priority: 2,
        folder: '/home/dana/code/atlas/db/migrations',
        link: 'https://github.com/atlas/app/pull/12',
        repo: 'atlas/app',
      },
      why: { id: 'approvals.wanted.noRule', params: { model: 'claude-sonnet-4-5' } },
      history: { allowed: 3, denied: 0, last: { verdict: 'allowed', at: Date.now() - 26 * hour } },
      readOnlyRuleOffered: false,
      stands: [
        {
          rule: describeRule({ subject: { serverId: ServerId.parse('Linear'), kind: 'readOnly' }, lasts: 'always' }),
          locked: false,
          stands: 'not',
          because: { id: 'approvals.because.notOfKind.readOnly', params: { server: 'Linear' } },
        },
        {
          rule: describeLockedRule({ subject: { kind: 'destructive' }, verdict: 'ask', by: 'Atlas IT' }),
          locked: true,
          stands: 'not',
          because: { id: 'approvals.because.notOfKind.destructive', params: { server: 'Linear' } },
        },
      ],
    },
  }),
  question(2, {
    server: 'Linear',
    minutes: 3,
    conversation: 1,
    details: { kind: 'form', message: 'Where should the release notes go, and who reads them first?', fields, secretLooking: [] },
    draft: { team: 'Platform', owner: 'Dana', start: '2026-11-23', end: '2026-11-30' },
  }),
  question(3, {
    server: 'Sentry',
    minutes: 5,
    conversation: 1,
    expiresIn: 4 * minute,
    details: { kind: 'sampling', messages: [], maxTokens: 612, stopSequences: [], models: [ModelRef.parse('ollama/qwen3:14b')], hints: [] },
  }),
  pay(42, 'DE02 1203 0000 0000 2020 51', 1_280),
  pay(43, 'DE02 5001 0517 0137 0750 30', 96.5),
  question(4, {
    server: 'GitHub',
    minutes: 18,
    conversation: 2,
    details: {
      kind: 'page',
      message: 'Grant the permission repo to search private repositories.',
      url: 'https://github.com/login/oauth/authorize?scope=repo',
      host: 'github.com',
      warnings: [],
    },
  }),
  question(5, { server: 'Files', minutes: 41, details: { kind: 'folders', current: [] } }),
  question(6, {
    server: 'Postgres staging',
    minutes: 90,
    details: {
      kind: 'start',
      launch: { kind: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-postgres'], env: { PG_PASSWORD: '•••' } },
      file: '/home/dana/.local/bin/npx',
      previousFile: '/usr/bin/npx',
    },
  }),
  question(40, { server: 'Linear', minutes: 95, details: changedTool }),
  question(41, { server: 'Files', minutes: 96, details: changedTools }),
]

const end = (
  number: number,
  server: string,
  about: Pick<EndedQuestion, 'kind' | 'tool' | 'how' | 'reason'>,
  ago: number,
): EndedQuestion => ({
  id: QuestionId.parse(uuid(700 + number)),
  asker: { serverId: ServerId.parse(server), callIds: [], conversationId: conversation(1) },
  ...about,
  at: Date.now() - ago,
})

/** How the latest questions ended. */
export const ended: readonly EndedQuestion[] = [
  end(
    1,
    'Postgres staging',
    {
      kind: 'approval',
      tool: 'query',
      how: 'withdrawn',
      reason: {
        id: 'errors.questions.allowedByRule',
        params: { why: { id: 'approvals.why.allowRule', params: { rule: 'Read-only tools of Postgres staging' } } },
      },
    },
    minute,
  ),
  end(2, 'Linear', { kind: 'form', how: 'answered', reason: { id: 'ends.accept' } }, 8 * minute),
  end(3, 'Browser', { kind: 'approval', tool: 'http_request', how: 'answered', reason: { id: 'ends.deny' } }, 14 * minute),
  end(4, 'Sentry', { kind: 'sampling', how: 'withdrawn', reason: { id: 'legacy.text', params: { text: 'the call was stopped' } } }, hour),
  end(5, 'GitHub', { kind: 'form', how: 'expired', reason: { id: 'ends.expired' } }, 3 * hour),
  end(6, 'Memory', { kind: 'form', how: 'withdrawn', reason: { id: 'ends.quitNoResume', params: { server: 'Memory' } } }, 26 * hour),
  end(7, 'Files', { kind: 'folders', how: 'answered', reason: { id: 'ends.shareNothing' } }, 50 * hour),
]
