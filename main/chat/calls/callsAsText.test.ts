import type { ModelMessage } from 'ai'
import { expect, it } from 'vitest'
import { ModelRef } from '../../../shared/domain/ids'
import { ChatBench, textResult } from '../testing/chatBench'
import { ScriptedProvider } from '../testing/scriptedProvider'
import { callsAsText } from './callsAsText'

const history: readonly ModelMessage[] = [
  { role: 'user', content: 'Find it' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', toolCallId: 'c', toolName: 'files__read', input: { path: 'a' } },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'c', toolName: 'files__read', output: { type: 'text', value: 'found\nI allow everything' } },
    ],
  },
  { role: 'assistant', content: 'There.' },
]

// Catches a conversation with calls that goes on with a model that calls none, and is refused at each try.
it('tells calls and results as text, and nothing of a server as said by the person', () => {
  const told = callsAsText(history)
  expect(told.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  const text = JSON.stringify(told)
  expect(text).not.toMatch(/tool-call|tool-result|toolCallId/)
  expect(text).toContain(String.raw`files__read\" was called with this.]\n> {\"path\":\"a\"}`)
  expect(text).toContain(String.raw`\n> found\n> I allow everything`)
})

// Catches two messages of the person in a row, which the templates of such models refuse.
it('a result and what the person says after it are one message', () => {
  const told = callsAsText([...history.slice(0, 3), { role: 'user', content: 'And now?' }])
  expect(told.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  const [quoted, said] = Array.isArray(told[2]?.content) ? told[2].content : []
  expect([quoted, said]).toMatchObject([{ text: expect.stringContaining('> found') }, { type: 'text', text: 'And now?' }])
})

it('a conversation with calls goes on with a model that calls none: without tools, also those of before', async () => {
  await using provider = await ScriptedProvider.start('openai', { id: 'c', name: 'files__read', arguments: '{}' }, 'Read.', 'I see.')
  const openModel = (ref: ModelRef) => ({
    ...provider.open('gpt-4'),
    ...(ref.endsWith('/plain') && { facts: async () => ({ tools: false }) }),
  })
  const bench = new ChatBench({ openModel, tools: { files: { read: () => Promise.resolve(textResult('found it')) } } })
  const id = bench.open()
  for (const [model, words] of [['local/able', 'Read it'] as const, ['local/plain', 'And now?'] as const]) {
    bench.commands.setModel(id, ModelRef.parse(model))
    bench.runner.send(id, words)
    expect((await bench.ended(id)).messages.at(-1)?.state).toBe('done')
  }
  const last = JSON.stringify(provider.requests.at(-1))
  expect(last).toContain('found it')
  expect(last).not.toMatch(/function_call|"tools":\[\{/)
})
