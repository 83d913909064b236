import { callHost } from '../rpc/callHost'
import type { InputOf } from '../../shared/rpc/contract'

/** Saves a provider and makes one of its models the default for new conversations. */
export async function saveProviderAsDefault(provider: InputOf<'models.saveProvider'>, model: string): Promise<void> {
  const { id } = await callHost('models.saveProvider', provider)
  await callHost('models.setDefault', { model: `${id}/${model}` })
}

export const names = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  google: 'Google',
  'openai-compatible': undefined,
  ollama: 'Ollama',
} as const
