import { ModelRef } from '../../shared/domain/ids'
import type { KnownModels } from '../../shared/domain/modelProvider'

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
