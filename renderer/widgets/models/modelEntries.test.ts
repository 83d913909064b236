import { expect, it } from 'vitest'
import { ModelRef } from '../../../shared/domain/ids'
import type { Models } from '../../../shared/domain/models/modelProvider'
import { modelGroups, type ModelFilter } from './modelEntries'

const ref = (text: string): ModelRef => ModelRef.parse(text)
const models: Models = {
  providers: [
    { id: 'claude', kind: 'anthropic', name: 'Anthropic', models: [ref('claude/opus'), ref('claude/haiku')], hasKey: true },
    {
      id: 'ollama',
      kind: 'openai-compatible',
      name: 'Ollama',
      onThisComputer: true,
      models: [ref('ollama/qwen3:4b')],
      forbidden: [ref('ollama/qwen3:4b')],
      hasKey: false,
    },
  ],
  favourites: [ref('ollama/qwen3:4b'), ref('claude/removed')],
}
const known = { asOf: '2026-07-02', models: { [ref('claude/opus')]: { sees: true, tools: true }, [ref('claude/haiku')]: { tools: true } } }

function listed(query: string, filter: ModelFilter = 'all', chosen?: ModelRef) {
  const groups = modelGroups({ models, known, recent: [ref('claude/haiku'), ref('gone/x')], chosen }, query, filter)
  return groups.map(({ section, entries }) => [section.of === 'recent' ? 'recent' : section.name, ...entries.map(({ name }) => name)])
}

it('starts with the chosen model, favourites and recent ones, each once and only where it still exists', () => {
  expect(listed('', 'all', ref('claude/haiku'))).toEqual([
    ['recent', 'haiku', 'qwen3:4b'],
    ['Anthropic', 'opus'],
  ])
})

it('keeps the chosen model in the list when its provider has gone, so that it is seen', () => {
  const [first] = modelGroups({ models, known, recent: [], chosen: ref('old/x') }, '', 'all')
  expect(first?.entries[0]).toMatchObject({ name: 'x', gone: true })
})

it('finds by every word, also by the name of the provider', () => {
  expect(listed('anthropic OPUS')).toEqual([['Anthropic', 'opus']])
  expect(listed('opus ollama')).toEqual([])
})

it('narrows to what models are known to do, and never guesses', () => {
  expect(listed('', 'sees')).toEqual([['Anthropic', 'opus']])
  expect(listed('', 'tools')).toEqual([['Anthropic', 'opus', 'haiku']])
  expect(listed('', 'onThisComputer')).toEqual([['Ollama', 'qwen3:4b']])
})
