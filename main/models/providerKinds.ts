import type { ProviderKind } from '../../shared/domain/models/modelProvider'

/** The built-in name and address of each kind of provider. */
export const providerKinds = {
  anthropic: { name: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1' },
  openai: { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  google: { name: 'Google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta' },
  ollama: { name: 'Ollama', baseUrl: undefined },
  'openai-compatible': { name: 'OpenAI-compatible', baseUrl: undefined },
} as const satisfies Record<ProviderKind, { readonly name: string; readonly baseUrl: string | undefined }>

export interface GuessedProvider {
  readonly kind: ProviderKind
  readonly baseUrl?: string
}

/** What keys of OpenAI alone begin with; those from before 2024 have its name in base64 inside. */
const ofOpenAi = /^sk-(?:proj|svcacct|admin)-|^sk-.*T3BlbkFJ/

/**
 * Pure: tells the provider of a key by what only its keys have. Returns undefined when several providers are possible: many others' keys begin with
 * `sk-` too, and a key that is tried is sent.
 */
export function guessProvider(key: string): GuessedProvider | undefined {
  const text = key.trim()
  if (text.startsWith('sk-ant-')) return { kind: 'anthropic' }
  if (text.startsWith('sk-or-')) return { kind: 'openai-compatible', baseUrl: 'https://openrouter.ai/api/v1' }
  if (text.startsWith('AIza')) return { kind: 'google' }
  return ofOpenAi.test(text) ? { kind: 'openai' } : undefined
}
