import { ModelRef } from '../../shared/domain/ids'
import type { SamplingDetails, SamplingReviewDetails } from '../../shared/domain/question'
import type { SamplingUsageByServer, SamplingTool } from '../../shared/domain/sampling'

const haiku = ModelRef.parse('claude/claude-haiku-4-5')
const qwen = ModelRef.parse('ollama/qwen3:14b')
const words = (text: string) => ({ type: 'text', text }) as const

const system = 'You read stack traces. Answer with the most likely cause in two sentences, then one command to confirm it.'
const trace =
  "TypeError: Cannot read properties of null (reading 'settledAt')\n  at toRow (reports/invoice-row.ts:48)\n  at Array.map, at buildReport (reports/build.ts:112)\nSeen 42 times since 2.4-rc1, on staging only. What is the cause?"

/** The servers' usage today. */
export const spends: SamplingUsageByServer = {
  Sentry: { calls: 4, callsPerDay: 20, tokens: 6800, tokensPerDay: 20_000 },
  Linear: { calls: 15, callsPerDay: 20, tokens: 37_200, tokensPerDay: 50_000, estimated: true },
}

/** A server asks a model for text. */
export const explainTrace: SamplingDetails = {
  kind: 'sampling',
  messages: [{ role: 'user', content: [words(trace)] }],
  systemPrompt: system,
  maxTokens: 4000,
  temperature: 0.2,
  stopSequences: [],
  models: [haiku, qwen],
  chosenBy: { by: 'hint', hint: 'haiku' },
  hints: ['haiku'],
  priorities: { cost: 0.8, speed: 0.5 },
}

const findIssues: SamplingTool = {
  name: 'find_issues',
  description: 'Finds issues whose title or text is about the same thing.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' }, limit: { type: 'integer' } }, required: ['query'] },
}
const setPriority: SamplingTool = {
  name: 'set_priority',
  description: 'Sets the priority of one issue, from 0 (none) to 4 (urgent).',
  inputSchema: {
    type: 'object',
    properties: { issue: { type: 'string' }, priority: { type: 'integer', minimum: 0, maximum: 4 } },
    required: ['issue', 'priority'],
  },
}
const triage = 'PLA-812: “Invoices before November show as unpaid on staging.” Find duplicates, then give it a priority.'

/** A server asks for a model that may call the server's own tools. */
export const triageIssue: SamplingDetails = {
  kind: 'sampling',
  messages: [{ role: 'user', content: [words(triage)] }],
  systemPrompt: 'You sort new issues. Use the tools; do not guess.',
  maxTokens: 1500,
  stopSequences: [],
  models: [haiku, qwen],
  chosenBy: { by: 'likeHint', hint: 'gpt-5-mini' },
  hints: ['gpt-5-mini'],
  tools: [findIssues, setPriority],
  toolChoice: 'auto',
  includeContext: 'thisServer',
}

/** The model's answer for a server. */
export const traceExplained: SamplingReviewDetails = {
  kind: 'samplingReview',
  content: [
    words(
      'The rows come from invoices that were paid before the column existed, so settledAt is null until the backfill has run on staging. The code assumes that it is always set. Customer northwind.example is affected first.\n\nConfirm with: select count(*) from invoices where settled_at is null;',
    ),
  ],
  model: haiku,
  stopReason: 'endTurn',
  asked: { systemPrompt: system, messages: [{ role: 'user', content: [words(trace)] }], temperature: 0.2 },
  tokens: { input: 612, output: 94 },
  tookMs: 1900,
}

/** The same answer after the person removed a sentence. */
export const editedAnswer = {
  blocks: [
    words(
      'The rows come from invoices that were paid before the column existed, so settledAt is null until the backfill has run on staging. The code assumes that it is always set.\n\nConfirm with: select count(*) from invoices where settled_at is null;',
    ),
  ],
}

/** The model asks for calls of the server's own tools. */
export const triageCalls: SamplingReviewDetails = {
  kind: 'samplingReview',
  content: [
    words('I look for duplicates first, and set the priority that the release needs.'),
    { type: 'tool_use', id: 'call-1', name: 'find_issues', input: { query: 'invoices unpaid before November' } },
    { type: 'tool_use', id: 'call-2', name: 'set_priority', input: { issue: 'PLA-812', priority: 3 } },
  ],
  model: haiku,
  stopReason: 'toolUse',
  asked: {
    systemPrompt: 'You sort new issues. Use the tools; do not guess.',
    messages: [{ role: 'user', content: [words(triage)] }],
    tools: [{ ...findIssues }, { ...setPriority }],
    toolChoice: 'auto',
  },
  tokens: { input: 431, output: 77 },
  tookMs: 2400,
}
