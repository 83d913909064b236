import type { ModelRef } from '../../shared/domain/ids'
import { modelName } from '../../shared/domain/models/modelName'
import type { KnownModels, ModelFacts, Models, ProviderView } from '../../shared/domain/models/modelProvider'
import { asksItself, placeOf } from './modelPrices'
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

/** A price that the person set stands for any other. */
function withOwnPrices({ models, prices = {} }: ProviderView, factsOf: (name: string) => ModelFacts | undefined): Known {
  return models.flatMap((ref) => {
    const name = modelName(ref)
    const facts = factsOf(name)
    const price = Object.hasOwn(prices, name) ? prices[name] : undefined
    if (price) return [[ref, { ...facts, price }] as const]
    return facts ? [[ref, facts] as const] : []
  })
}

async function ofServer(provider: ProviderView, askLocal: AskLocal): Promise<Known> {
  const facts = await askLocal(provider, provider.models.map(modelName))
  return withOwnPrices(provider, (name) => facts.get(name))
}

function inCatalog(provider: ProviderView, catalog: ModelCatalog): Known {
  const place = placeOf(provider)
  return withOwnPrices(provider, (name) => factsInCatalog(catalog, place, name))
}
