import type { ProviderKind } from '../../../shared/domain/models/modelProvider'

/** The endpoint of a model, by what the `ai` library says of it, and the name of the model there. */
export interface ModelEndpoint {
  readonly kind: ProviderKind
  readonly model: string
}

/** Pure: "anthropic.messages" and "openai.responses" are how the library names endpoints. Any other one speaks like OpenAI. */
export function endpointOf(opened: string | { readonly provider: string; readonly modelId: string }): ModelEndpoint {
  if (typeof opened === 'string') return { kind: 'openai-compatible', model: opened }
  const [named] = opened.provider.split('.', 1)
  const kind = (['anthropic', 'openai', 'google', 'ollama'] as const).find((one) => one === named) ?? 'openai-compatible'
  return { kind, model: opened.modelId }
}
