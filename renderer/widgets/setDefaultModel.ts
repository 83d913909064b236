import { callHost } from '../rpc/callHost'
import type { InputOf } from '../../shared/rpc/contract'

/** Keeps a provider, and makes one of its models the one that new conversations begin with. */
export async function setDefaultModel(provider: InputOf<'models.saveProvider'>, model: string): Promise<void> {
  const { id } = await callHost('models.saveProvider', provider)
  await callHost('models.setDefault', { model: `${id}/${model}` })
}

const kindWords = { anthropic: 'Anthropic', openai: 'OpenAI', google: 'Google', 'openai-compatible': 'The endpoint' } as const

/** The name of a kind of provider, as the beginning of a sentence. */
export function providerLabel(kind: keyof typeof kindWords): string {
  return kindWords[kind]
}
