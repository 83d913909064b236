import type { ProviderView } from '../../../shared/domain/models/modelProvider'

/** Where a provider gives out keys. */
export interface KeyPage {
  readonly name: string
  readonly url: string
}

/** Of the providers whose keys Parley recognizes, in the order in which they are offered. */
export const keyPages = [
  { name: 'Anthropic', kind: 'anthropic', url: 'https://console.anthropic.com/settings/keys' },
  { name: 'OpenAI', kind: 'openai', url: 'https://platform.openai.com/api-keys' },
  { name: 'Google', kind: 'google', url: 'https://aistudio.google.com/apikey' },
  { name: 'OpenRouter', host: 'openrouter.ai', url: 'https://openrouter.ai/settings/keys' },
] as const satisfies readonly (KeyPage & { readonly kind?: ProviderView['kind']; readonly host?: string })[]

/** Pure: returns where the key of a provider comes from. Undefined where that is not known, as behind an address of somebody else's. */
export function keyPageOf({ kind, baseUrl }: Pick<ProviderView, 'kind' | 'baseUrl'>): KeyPage | undefined {
  if (baseUrl === undefined) return keyPages.find((page) => 'kind' in page && page.kind === kind)
  const host = URL.parse(baseUrl)?.host
  return keyPages.find((page) => 'host' in page && page.host === host)
}
