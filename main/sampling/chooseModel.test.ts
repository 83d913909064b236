import { expect, it } from 'vitest'
import { ModelRef } from '../../shared/domain/ids'
import type { Models } from '../../shared/domain/model'
import { chooseModel } from './chooseModel'

const refs = ['claude/claude-3-5-haiku', 'claude/claude-sonnet-4', 'local/llama3'].map((ref) => ModelRef.parse(ref))
const [haiku, sonnet, llama] = refs
const provider = (id: string) => ({
  id,
  kind: 'openai-compatible' as const,
  name: id,
  hasKey: false,
  models: refs.filter((ref) => ref.startsWith(`${id}/`)),
})
const models: Models = { providers: [provider('claude'), provider('local')], ...(llama && { default: llama }) }

it.each([
  ['the default without hints', [], [llama, haiku, sonnet]],
  ['the first hint that fits, as a part of a name', ['gpt-5', 'SONNET'], [sonnet, llama, haiku]],
  ['hints in the order of the server', ['llama', 'claude'], [llama, haiku, sonnet]],
  ['nothing for an empty hint', ['', ' '], [llama, haiku, sonnet]],
])('proposes %s', (_name, hints, expected) => {
  expect(chooseModel(models, hints)).toEqual(expected)
})

it('has nothing to propose without a model', () => {
  expect(chooseModel({ providers: [], default: 'none' }, ['claude'])).toEqual([])
})
