import { FileHash, ModelRef, ProjectId, ServerId } from '../../shared/domain/ids'
import type { Project } from '../../shared/domain/projects/project'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const created = Date.now() - 20 * 86_400_000
const hash = (digit: string): FileHash => FileHash.parse(digit.repeat(64))
const qwen = ModelRef.parse('ollama/qwen3:14b')
const sonnet = ModelRef.parse('claude/claude-sonnet-4-5')
const off = (...servers: readonly string[]) => ({
  servers: Object.fromEntries(servers.map((name) => [ServerId.parse(name), false])),
  tools: {},
})

export const releaseProject = ProjectId.parse(uuid(800))

/** The projects of the previews: one that says everything, others that say little. */
export const previewProjects: readonly Project[] = [
  {
    id: ProjectId.parse(uuid(801)),
    name: 'Billing',
    created,
    instructions: 'Amounts in cents, always with their currency. Ask Mira first.',
    model: sonnet,
    switches: off('GitHub', 'Linear', 'Sentry'),
    accounts: {},
    files: [],
  },
  {
    id: ProjectId.parse(uuid(802)),
    name: 'Hiring',
    created: created - 86_400_000,
    accounts: {},
    files: [],
  },
  {
    id: releaseProject,
    name: 'Release',
    created,
    instructions:
      'Customers read what we write here: plain words, no table names. Dates as “24 November”.\n\nBefore you change anything in Linear, say what and wait. The release branch is release/2.4; staging is the truth, production is never asked.',
    model: qwen,
    parameters: { reasoning: 'medium', temperature: 0.4 },
    switches: {
      ...off('Sentry', 'Notion'),
      tools: { [ServerId.parse('Linear')]: { tool_3: false }, [ServerId.parse('GitHub')]: { delete_issue: false } },
    },
    folders: ['/home/dana/code/atlas'],
    accounts: {},
    files: [
      { sha256: hash('a'), name: 'plan-backfill.pdf', type: 'application/pdf', bytes: 210_000, pages: 12, text: 'whole' },
      { sha256: hash('b'), name: 'invoices.csv', type: 'text/csv', bytes: 184_000, text: 'whole' },
      { sha256: hash('c'), name: 'glossary.md', type: 'text/plain', bytes: 7_000, text: 'whole' },
    ],
  },
]
