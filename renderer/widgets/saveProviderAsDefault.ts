import { callHost } from '../rpc/callHost'
import type { InputOf } from '../../shared/rpc/contract'

/** Saves a provider and makes one of its models the default for new conversations. */
export async function saveProviderAsDefault(provider: InputOf<'models.saveProvider'>, model: string): Promise<void> {
  const { id } = await callHost('models.saveProvider', provider)
  await callHost('models.setDefault', { model: `${id}/${model}` })
}

const names = { anthropic: 'Anthropic', openai: 'OpenAI', google: 'Google', 'openai-compatible': undefined } as const

/** Pure: returns the name of a provider. Undefined when it may be any endpoint. */
export function providerName(kind: keyof typeof names): string | undefined {
  return names[kind]
}
