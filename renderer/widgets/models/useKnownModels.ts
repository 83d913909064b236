import type { KnownModels } from '../../../shared/domain/models/modelProvider'
import { useHostQuery } from '../../rpc/useHostQuery'
import { useTopic } from '../../rpc/useTopic'

const FRESH_MS = 30_000

/** Returns what is known of all models. Undefined until it was read. */
export function useKnownModels(): KnownModels | undefined {
  const providers = useTopic('models', (models) => models.providers)
  return useHostQuery('models.facts', {}, { version: providers, staleTime: FRESH_MS, enabled: providers !== undefined }).data
}
