import { expect, it } from 'vitest'
import { ConversationId, ModelRef } from '../../../../shared/domain/ids'
import type { ContextBudget } from '../../../../shared/domain/usage/context'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { LargestParts } from './LargestParts'

const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000001')
const model = ModelRef.parse('claude/sonnet')

const budget = (history: number): ContextBudget => ({
  total: history,
  instructions: 0,
  tools: { tokens: 0, servers: [] },
  history: { tokens: history, messages: 1 },
  attachments: { tokens: 0, count: 0 },
  results: { tokens: 0, calls: 0 },
})

it.each([
  ['over the window', 120_000, 'The most room is taken by what was said (about 120k tokens). The model takes 100k tokens.'],
  // Catches a sentence that contradicts the failure above it.
  ['below it', 60_000, 'The most room is taken by what was said (about 60k tokens).'],
  ['of nothing', 0, ''],
])('says what takes the room, %s', async (_what, history, words) => {
  const host = new FakeHost()
    .publish('models', { providers: [] })
    .answer('models.facts', () => ({ asOf: '2026-07-02', models: { [model]: { context: 100_000 } } }))
    .answer('chat.context', () => budget(history))
  await renderWithHost(<LargestParts conversationId={conversationId} model={model} />, host)
  await expect.poll(() => document.body.textContent.trim()).toBe(words)
})
