import type { Conversation } from '../../shared/domain/chat'
import { CallId, ConversationId, MessageId, ModelRef, PartId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'
import { releaseProject } from './previewProjects'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const minute = 60_000
const created = Date.now() - 86_400_000

const answer = `Staging is missing three migrations, and one of them blocks the release:

| Migration | Touches | Rows |
|---|---|---:|
| 0040_settled_at | invoices | 0 |
| 0041_backfill | invoices | 1,284,310 |
| 0042_index | invoices | – |

\`0042\` should not lock the table while orders keep coming in:

\`\`\`sql
-- builds its index without a lock
create index concurrently invoices_settled_at_idx on invoices (settled_at);
\`\`\`

- Run **0041** in batches of 10,000.
- [The on-call handbook](https://handbook.atlas.dev/migrations) says who has to know.`

const call = (number: number, server: string, tool: string, asked: JsonObject, text: string, ms: number) =>
  ({
    id: PartId.parse(uuid(950 + number)),
    kind: 'call',
    modelCallId: `call_${number}`,
    modelToolName: tool,
    step: 0,
    call: {
      id: CallId.parse(uuid(940 + number)),
      serverId: ServerId.parse(server),
      tool,
      definitionHash: tool,
      startedBy: 'model',
      asked,
      why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
      state: 'done',
      startedAt: created,
      endedAt: created + ms,
      result: { content: [{ type: 'text', text }], structured: 'noSchema', isError: false, bytes: text.length },
    },
  }) as const

/** A conversation in which a model used two tools and answered. */
export const answered: Conversation = {
  id: ConversationId.parse(uuid(104)),
  title: 'Slow query on /reports',
  created,
  model: ModelRef.parse('claude/claude-sonnet-4-5'),
  draft: '',
  chosenAccounts: {},
  project: releaseProject,
  settings: {
    instructions: 'Release notes in at most five sentences.',
    switches: { servers: { [ServerId.parse('Sentry')]: true }, tools: {} },
    folders: ['/home/dana/code/atlas-docs'],
  },
  messages: [
    {
      id: MessageId.parse(uuid(930)),
      role: 'user',
      created,
      state: 'done',
      parts: [{ id: PartId.parse(uuid(931)), kind: 'text', text: 'Which migrations does staging miss before 2.4?' }],
    },
    {
      id: MessageId.parse(uuid(932)),
      role: 'assistant',
      created: created + minute,
      state: 'done',
      model: ModelRef.parse('claude/claude-sonnet-4-5'),
      parts: [
        {
          id: PartId.parse(uuid(935)),
          kind: 'reasoning',
          text: 'The folder says what there is, the database what has run.',
          startedAt: created,
          endedAt: created + 4_000,
        },
        { id: PartId.parse(uuid(933)), kind: 'text', text: 'I will compare the folder with what the database has run.' },
        call(0, 'Files', 'list_directory', { path: 'atlas/migrations' }, '0040_settled_at.sql\n0041_backfill.sql\n0042_index.sql', 12),
        call(1, 'GitHub', 'search_issues', { query: 'label:migration is:open' }, '2 issues', 289),
        { id: PartId.parse(uuid(934)), kind: 'text', text: answer },
      ],
      usage: { input: 1_060, cached: 900, output: 180, reasoning: 40, cost: 0.003_45 },
    },
  ],
}
