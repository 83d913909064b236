import { describe, expect, it } from 'vitest'
import { ModelRef } from '../../shared/domain/ids'
import type { Models } from '../../shared/domain/models/modelProvider'
import { selectModel, type ModelPreferences } from './selectModel'

const refOf = (ref: string): ModelRef => ModelRef.parse(ref)
const refs = ['claude/claude-haiku-4-5', 'claude/claude-opus-4-5', 'claude/claude-sonnet-4-5', 'local/llama3'].map(refOf)
const [haiku, opus, sonnet, llama] = ['claude/claude-haiku-4-5', 'claude/claude-opus-4-5', 'claude/claude-sonnet-4-5', 'local/llama3'].map(
  refOf,
)
const provider = (id: string) => ({
  id,
  kind: 'openai-compatible' as const,
  name: id,
  hasKey: false,
  models: refs.filter((ref) => ref.startsWith(`${id}/`)),
})
const models = (usual: ModelRef | undefined): Models => ({
  providers: [provider('claude'), provider('local')],
  ...(usual && { default: usual }),
})

function choose(wish: Partial<ModelPreferences>, usual: ModelRef | undefined = llama) {
  const { models: found, chosenBy } = selectModel(models(usual), { hints: [], allowed: undefined, fits: () => true, ...wish })
  return [found[0], chosenBy]
}

describe('SA-08: the model that is proposed first is', () => {
  it.each<readonly [string, Partial<ModelPreferences>, ReturnType<typeof choose>]>([
    ['the default without a wish', {}, [llama, undefined]],
    ['the first hint that fits, as a part of a name', { hints: ['gpt-5', 'SONNET'] }, [sonnet, { by: 'hint', hint: 'SONNET' }]],
    ['that of the first hint, in the order of the server', { hints: ['llama', 'haiku'] }, [llama, { by: 'hint', hint: 'llama' }]],
    ['the default for hints that say nothing', { hints: ['', ' '] }, [llama, undefined]],
    ['the default where there is nothing like the hint', { hints: ['gpt-5'] }, [llama, { by: 'user' }]],
    ['one like the hint, of another maker', { hints: ['gpt-5-mini'] }, [haiku, { by: 'likeHint', hint: 'gpt-5-mini' }]],
    ['a quick one where speed counts', { priorities: { speed: 1, cost: 0.2 } }, [haiku, { by: 'priorities' }]],
    [
      'of several that a hint means, the one that the priorities like',
      { hints: ['claude'], priorities: { cost: 1 } },
      [haiku, { by: 'hint', hint: 'claude' }],
    ],
    ['one that can be sent all of the request', { hints: ['haiku'], fits: (ref) => ref === sonnet }, [sonnet, { by: 'user' }]],
  ])('%s', (_name, wish, expected) => {
    expect(choose(wish)).toEqual(expected)
  })

  it('one of those that the user allows, and no other is even offered', () => {
    const wish = {
      hints: ['haiku'],
      priorities: undefined,
      allowed: [sonnet, refOf('gone/away')].filter((ref) => ref !== undefined),
      fits: () => true,
    }
    expect(selectModel(models(llama), wish)).toEqual({ models: [sonnet], chosenBy: { by: 'user' } })
  })
})

describe('I04: a server’s word', () => {
  it.each<readonly [string, Partial<ModelPreferences>]>([
    ['by name', { hints: ['opus'] }],
    ['by its kind', { hints: ['gemini-2.5-pro'] }],
    ['by its priorities', { priorities: { intelligence: 1, cost: 0, speed: 0 } }],
  ])('does not lead to a model that seems dearer than the user’s own: %s', (_name, wish) => {
    const [first, reason] = choose(wish)
    expect([first, reason]).toEqual([llama, expect.objectContaining({ heldBack: opus })])
  })

  it('leads there where the user allowed that model for this server by name, or has it as their own', () => {
    const named = choose({ hints: ['opus'], allowed: [opus, haiku].filter((ref) => ref !== undefined) })
    const own = choose({ priorities: { intelligence: 1 } }, opus)
    expect([named, own]).toEqual([
      [opus, { by: 'hint', hint: 'opus' }],
      [opus, { by: 'priorities' }],
    ])
  })
})

it('has nothing to propose without a model', () => {
  expect(selectModel({ providers: [], default: 'none' }, { hints: ['claude'], allowed: undefined, fits: () => true })).toEqual({
    models: [],
  })
})
