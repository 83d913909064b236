import { AppError } from '../../shared/errors/appError'
import { ModelRef } from '../../shared/domain/ids'
import type { KnownModels, ProviderStatus, ProviderView } from '../../shared/domain/models/modelProvider'

const sonnet = ModelRef.parse('claude/claude-sonnet-4-5')
const opus = ModelRef.parse('claude/claude-opus-4-5')
const qwen = ModelRef.parse('ollama/qwen3:14b')

/** What is known of the models in the previews. */
export const knownModels: KnownModels = {
  asOf: '2026-07-02',
  models: {
    [sonnet]: { context: 200_000, sees: true, thinks: true, tools: true, price: { input: 3, output: 15 } },
    [opus]: { context: 200_000, sees: true, thinks: true, tools: true, price: { input: 5, output: 25 } },
    [qwen]: { context: 32_768, sees: false, thinks: true, tools: true },
  },
}
export const recentModels: readonly ModelRef[] = [qwen]

/** Providers that cannot be used, each for another reason. */
export const troubledProviders: readonly ProviderView[] = [
  { id: 'openai', kind: 'openai', name: 'OpenAI', models: [ModelRef.parse('openai/gpt-5.1')], hasKey: true },
  { id: 'google', kind: 'google', name: 'Google', models: [ModelRef.parse('google/gemini-3-pro')], hasKey: false },
  {
    id: 'gateway',
    kind: 'openai-compatible',
    name: 'gateway.atlas.dev',
    baseUrl: 'https://gateway.atlas.dev/v1',
    models: [ModelRef.parse('gateway/large')],
    hasKey: true,
  },
  {
    id: 'studio',
    kind: 'openai-compatible',
    name: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    onThisComputer: true,
    models: [ModelRef.parse('studio/gemma-3-12b')],
    hasKey: false,
  },
]

const minutes = 60_000
const refused = new AppError(
  'MODEL_REFUSED_KEY',
  { reason: 'models.keyNotTaken', params: { host: 'api.openai.com', status: '401' } },
  { said: 'Incorrect API key provided.' },
)
const notFound = new AppError('MODEL_UNREACHABLE', { reason: 'models.nameNotFound', params: { model: 'gateway.atlas.dev' } })
const notRunning = new AppError('MODEL_UNREACHABLE', {
  reason: 'models.addressUnreachableBecause',
  params: { model: '127.0.0.1:1234', why: { id: 'errors.network.refused' } },
})

/** How the latest requests to the providers of the previews went. */
export const providerStatuses: Readonly<Record<string, ProviderStatus>> = {
  claude: { answeredAt: Date.now() - 2 * minutes },
  openai: { answeredAt: Date.now() - 90 * minutes, trouble: refused.toData() },
  gateway: { trouble: notFound.toData() },
  studio: { answeredAt: Date.now() - 26 * 60 * minutes, trouble: notRunning.toData() },
}
