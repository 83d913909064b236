import type { Storage } from './createStorage'
import { usualPorts } from './models/discoverLocalModels'
import { ModelRegistry } from './models/modelRegistry'
import { ModelDownloads } from './models/ollama/modelDownloads'
import type { HostPorts } from './ports'
import { log } from './lib/log'
import { UsageLedger, type RequestUsage } from './usage/usageLedger'

export interface ModelParts {
  readonly ports: HostPorts
  readonly storage: Storage
}

/** Creates the owners of the providers' models, and of a model that Ollama on this computer downloads. */
export function createModels({ ports, storage }: ModelParts, opened: AsyncDisposableStack) {
  const { settings, vault, policy } = storage
  const { clock, localModelPorts: localPorts = usualPorts } = ports
  const usage = new UsageLedger(storage.database)
  const models = new ModelRegistry({
    settings,
    vault,
    policy,
    limits: () => settings.limits(),
    localPorts,
    wallClock: () => clock.now(),
    onUsed: (model, tokens, conversationId) =>
      recordUse({ model, tokens, at: clock.now(), price: models.priceOf(model), ...(conversationId && { conversationId }) }),
  })
  /** An answer that came is worth more than a line about it, which a full disk does not take. */
  const recordUse = (use: RequestUsage): void => {
    try {
      usage.record(use)
    } catch (thrown) {
      log('warn', 'What a request used could not be written down', { model: use.model, error: thrown })
    }
  }
  const server = { baseUrl: `http://127.0.0.1:${localPorts.ollama}` }
  const modelDownloads = opened.use(new ModelDownloads({ server, clock, forbids: (model) => policy.forbidsModel(model) }))
  return { models, modelDownloads, usage }
}
