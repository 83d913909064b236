import { callHost } from '../rpc/callHost'
import type { InputOf } from '../../shared/rpc/contract'

/** Keeps a provider, and makes one of its models the one that new conversations begin with. */
export async function setDefaultModel(provider: InputOf<'models.saveProvider'>, model: string): Promise<void> {
  const { id } = await callHost('models.saveProvider', provider)
  await callHost('models.setDefault', { model: `${id}/${model}` })
}

const names = { anthropic: 'Anthropic', openai: 'OpenAI', google: 'Google', 'openai-compatible': undefined } as const

/** Pure: the name of a provider; undefined where any endpoint may be meant. */
export function providerName(kind: keyof typeof names): string | undefined {
  return names[kind]
}
