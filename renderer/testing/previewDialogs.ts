import type { Conversation } from '../../shared/domain/chat'
import { CallId, ConversationId, MessageId, PartId, AccountId, QuestionId, QueuedId, ServerId } from '../../shared/domain/ids'
import type { EndedQuestion, Question } from '../../shared/domain/question'
import type { Launch } from '../../shared/domain/server'
import { addedTool, createIssue, sendOut, severalCalls } from './previewApprovals'
import { changedTool } from './previewChanges'
import { consentPage, releaseForm, secretForm, trapPage } from './previewForms'
import { editedAnswer, explainTrace, traceExplained, triageCalls, triageIssue } from './previewSampling'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const minute = 60_000
const conversationId = ConversationId.parse(uuid(101))

/** An element in a dialog that is pressed before the picture is taken. */
export interface Press {
  readonly role: 'button' | 'radio' | 'textbox' | 'heading'
  readonly name: string
}

/** One question dialog, as its picture shows it. */
export interface PreviewDialog {
  readonly name: string
  readonly question: Question
  /** Other questions that wait. */
  readonly behind?: readonly Question[]
  readonly presses?: readonly Press[]
  /** How the question ended while its dialog was open. */
  readonly end?: EndedQuestion
}

const calls = [
  { server: 'Linear', tool: 'create_issue' },
  { server: 'Browser', tool: 'http_request' },
  { server: 'Notion', tool: 'create_issue_comment' },
  { server: 'Linear', tool: 'prepare_release' },
  { server: 'GitHub', tool: 'search_issues' },
  { server: 'Sentry', tool: 'analyze_issue' },
  { server: 'Linear', tool: 'triage_issue' },
]
const callOf = (tool: string): CallId => CallId.parse(uuid(850 + calls.findIndex((call) => call.tool === tool)))

/** The conversation that the questions belong to. */
export const release: Conversation = {
  id: conversationId,
  title: 'Release 2.4 checklist',
  created: Date.now() - 20 * minute,
  model: 'default',
  draft: '',
  settings: {},
  chosenAccounts: {},
  messages: [
    {
      id: MessageId.parse(uuid(872)),
      role: 'assistant',
      created: Date.now() - 9 * minute,
      state: 'waiting',
      parts: calls.map(({ server, tool }) => ({
        id: PartId.parse(uuid(880 + calls.findIndex((call) => call.tool === tool))),
        kind: 'call',
        modelCallId: tool,
        modelToolName: tool,
        call: {
          id: callOf(tool),
          serverId: ServerId.parse(server),
          tool,
          definitionHash: tool,
          startedBy: 'model',
          asked: {},
          why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
          state: 'running',
          startedAt: Date.now() - minute,
        },
      })),
    },
  ],
  queue: [
    { id: QueuedId.parse(uuid(890)), text: 'Only what touches invoices.', attached: [], steers: true },
    { id: QueuedId.parse(uuid(891)), text: 'Also say how long 0041 took.', attached: [] },
  ],
}

/** @param tool the tool of the call that asks; undefined for a question outside a call */
function ask(number: number, server: string, tool: string | undefined, details: Question['details'], draft?: Question['draft']): Question {
  return {
    id: QuestionId.parse(uuid(900 + number)),
    asker: {
      serverId: ServerId.parse(server),
      callIds: tool === undefined ? [] : [callOf(tool)],
      ...(tool !== undefined && { conversationId }),
    },
    created: Date.now() - 2000,
    expires: Date.now() + 24 * 60 * minute,
    details,
    ...(draft !== undefined && { draft }),
  }
}

const postgres: Launch = {
  kind: 'stdio',
  command: 'npx',
  args: ['-y', '@modelcontextprotocol/server-postgres', 'postgresql://atlas_ro@staging.atlas.dev/atlas'],
  env: { PG_PASSWORD: { secret: 'postgres/PG_PASSWORD' } },
}
const widened: Launch = {
  ...postgres,
  args: ['-y', '@modelcontextprotocol/server-postgres@latest', 'postgresql://atlas_admin@prod.atlas.dev/atlas'],
  env: { ...postgres.env, NODE_OPTIONS: '--require /tmp/trace.cjs' },
}
const npx = '/usr/lib/node_modules/npm/bin/npx-cli.js'
const folder = (path: string): string => `file:///home/dana/${path}`
const form = ask(5, 'Linear', 'prepare_release', releaseForm, {
  name: 'Atlas 2.4',
  contact: 'dana@atlas',
  ships: '2026-11-27',
  share: '12.5',
  channel: 'beta',
  platforms: ['mac', 'win'],
  zone: 'Europe/Bucharest',
  summary: true,
  retries: '3',
})
const page = ask(7, 'GitHub', 'search_issues', consentPage)
const ended = ask(18, 'Linear', 'prepare_release', releaseForm)

/** Every question dialog, with much content. */
export const previewDialogs: readonly PreviewDialog[] = [
  { name: 'approval', question: ask(1, 'Linear', 'create_issue', createIssue), behind: [form, page] },
  {
    name: 'approval-always',
    question: ask(2, 'Linear', 'create_issue', createIssue),
    presses: [
      { role: 'button', name: 'Always allow…' },
      { role: 'radio', name: 'Calls of create_issue where' },
      { role: 'button', name: 'Show them' },
    ],
  },
  {
    name: 'approval-several',
    question: ask(19, 'Linear', 'create_issue', severalCalls.change),
    behind: [ask(20, 'Notion', 'create_page', severalCalls.unsaid), ask(21, 'Files', 'move_file', severalCalls.path)],
  },
  { name: 'approval-flow', question: ask(3, 'Browser', 'http_request', sendOut) },
  {
    name: 'approval-added',
    question: ask(4, 'Notion', 'create_issue_comment', addedTool),
    presses: [{ role: 'button', name: '1 rule near it' }],
  },
  {
    name: 'form',
    question: form,
    presses: [
      { role: 'textbox', name: 'Contact e-mail' },
      { role: 'heading', name: 'asks for information' },
    ],
  },
  { name: 'form-secret', question: ask(6, 'GitHub', 'search_issues', secretForm, { user: 'dana' }) },
  { name: 'page', question: page },
  { name: 'page-suspicious', question: ask(8, 'Browser', undefined, trapPage) },
  { name: 'sampling', question: ask(9, 'Sentry', 'analyze_issue', explainTrace, { maxTokens: '800' }) },
  { name: 'sampling-tools', question: ask(10, 'Linear', 'triage_issue', triageIssue) },
  { name: 'sampling-answer', question: ask(11, 'Sentry', 'analyze_issue', traceExplained, editedAnswer) },
  { name: 'sampling-answer-calls', question: ask(12, 'Linear', 'triage_issue', triageCalls) },
  {
    name: 'folders',
    question: ask(
      13,
      'Files',
      undefined,
      { kind: 'folders', current: ['code/atlas', 'code/atlas-infra'].map(folder) },
      { listed: ['code/atlas', 'code/atlas-infra', 'Documents'].map(folder), chosen: ['code/atlas', 'code/atlas-infra'].map(folder) },
    ),
  },
  { name: 'start', question: ask(14, 'Postgres staging', undefined, { kind: 'start', launch: postgres, file: npx }) },
  {
    name: 'start-changed',
    question: ask(15, 'Postgres staging', undefined, { kind: 'start', launch: widened, previous: postgres, file: npx }),
  },
  {
    name: 'start-sends',
    question: ask(27, 'Notion', undefined, {
      kind: 'start',
      launch: { kind: 'http', url: 'https://mcp.notion.example/mcp', headers: {}, transport: 'auto' },
      sends: { secrets: ['notion/client'], file: '/run/tokens/notion', to: 'https://login.notion.example' },
      signInChanged: true,
    }),
  },
  {
    name: 'sign-in',
    question: ask(16, 'Notion', undefined, {
      kind: 'signIn',
      accountId: AccountId.parse(uuid(504)),
      label: 'Work',
      why: 'ended',
      scopes: ['comments:write'],
    }),
  },
  { name: 'changed-tool', question: ask(17, 'Linear', undefined, changedTool) },
  {
    name: 'withdrawn',
    question: ended,
    end: {
      id: ended.id,
      asker: ended.asker,
      kind: 'form',
      how: 'withdrawn',
      reason: { id: 'legacy.text', params: { text: 'the call was stopped' } },
      at: Date.now(),
    },
  },
]
