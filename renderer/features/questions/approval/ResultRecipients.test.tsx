import { afterEach, expect, it, vi } from 'vitest'
import { ModelRef } from '../../../../shared/domain/ids'
import type { ProviderView } from '../../../../shared/domain/models/modelProvider'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { settle } from '../../../testing/settle'
import { dialog, showQuestion } from '../testing/questionStage'

afterEach(() => vi.useRealTimers())

const read: ApprovalDetails = {
  kind: 'approval',
  tool: 'read_text_file',
  model: ModelRef.parse('work/big-1'),
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: { type: 'object' },
  arguments: { path: 'diary.txt' },
  why: { id: 'approvals.wanted.noRule', params: { model: 'big-1' } },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
}
const provider = (more: Partial<ProviderView>): ProviderView => ({
  id: 'work',
  kind: 'openai-compatible',
  name: 'Work',
  models: [],
  hasKey: true,
  ...more,
})

it.each([
  ['a provider', provider({ kind: 'anthropic', name: 'Anthropic' }), 'big-1 sees the result. It is sent to Anthropic.'],
  ['an address', provider({ baseUrl: 'https://llm.example.org/v1' }), 'big-1 sees the result. It is sent to Work, at llm.example.org.'],
  [
    'this computer',
    provider({ baseUrl: 'http://127.0.0.1:9/v1', onThisComputer: true }),
    'big-1 sees the result, at an address of this computer.',
  ],
  ['a provider that was removed', provider({ id: 'other' }), 'big-1 sees the result.'],
])('F08: says who sees what a tool reads, also where its server reaches nothing outside: %s', async (_, view, words) => {
  const { host } = await showQuestion(read)
  host.publish('models', { providers: [view] })
  await settle()
  expect(dialog().textContent).toContain(words)
  expect(dialog().textContent).toContain('The tool itself reaches nothing outside')
  expect(dialog().textContent).not.toContain('Stays on this computer')
})
