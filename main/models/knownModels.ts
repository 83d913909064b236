import type { ModelRef } from '../../shared/domain/ids'
import { modelName } from '../../shared/domain/models/modelName'
import type { KnownModels, ModelFacts, Models, ProviderView } from '../../shared/domain/models/modelProvider'
import { factsInCatalog, loadModelCatalog, type ModelCatalog } from './modelsDev/modelCatalog'

/** Asks the server of a provider on this computer about its models. */
export type AskLocal = (provider: ProviderView, names: readonly string[]) => Promise<ReadonlyMap<string, ModelFacts>>

/** Returns what is known of the models of all providers, from the catalogue that Parley ships and from servers on this computer. */
export async function knownModels({ providers }: Models, askLocal: AskLocal, signal: AbortSignal): Promise<KnownModels> {
  const catalog = await loadModelCatalog()
  signal.throwIfAborted()
  const facts = await Promise.all(
    providers.map(async (provider) => (asksItself(provider) ? ofServer(provider, askLocal) : inCatalog(provider, catalog))),
  )
  return { asOf: catalog.date, models: Object.fromEntries(facts.flat()) }
}

type Known = readonly (readonly [ModelRef, ModelFacts])[]

function asksItself({ kind, onThisComputer }: ProviderView): boolean {
  return kind === 'ollama' || onThisComputer === true
}

async function ofServer(provider: ProviderView, askLocal: AskLocal): Promise<Known> {
  const facts = await askLocal(provider, provider.models.map(modelName))
  return provider.models.flatMap((ref) => {
    const known = facts.get(modelName(ref))
    return known ? [[ref, known] as const] : []
  })
}

function inCatalog({ kind, baseUrl, models }: ProviderView, catalog: ModelCatalog): Known {
  const place = { kind, ...(baseUrl !== undefined && URL.canParse(baseUrl) && { host: new URL(baseUrl).host }) }
  return models.flatMap((ref) => {
    const facts = factsInCatalog(catalog, place, modelName(ref))
    return facts ? [[ref, facts] as const] : []
  })
}
