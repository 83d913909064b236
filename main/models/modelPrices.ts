import type { ModelRef } from '../../shared/domain/ids'
import { modelName } from '../../shared/domain/models/modelName'
import type { ModelPrice, ProviderView } from '../../shared/domain/models/modelProvider'
import { factsInCatalog, type ModelCatalog, type ProviderPlace } from './modelsDev/modelCatalog'

/** Pure: whether a provider is asked about its models, and not the catalogue: what runs on this computer has no price there. */
export function asksItself({ kind, onThisComputer }: Pick<ProviderView, 'kind' | 'onThisComputer'>): boolean {
  return kind === 'ollama' || onThisComputer === true
}

/** Pure: returns the host of an address, with its port. Undefined for what is no address. */
export function hostOf(baseUrl: string | undefined): string | undefined {
  return baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined
}

/** Pure: returns where the catalogue knows a provider. */
export function placeOf({ kind, baseUrl }: Pick<ProviderView, 'kind' | 'baseUrl'>): ProviderPlace {
  const host = hostOf(baseUrl)
  return { kind, ...(host !== undefined && { host }) }
}

/** Pure: returns what a model costs: as the person set it, else as in the catalogue. Undefined where that is not known. */
export function modelPrice(provider: ProviderView, ref: ModelRef, catalog: ModelCatalog): ModelPrice | undefined {
  const name = modelName(ref)
  const own = provider.prices && Object.hasOwn(provider.prices, name) ? provider.prices[name] : undefined
  if (own || asksItself(provider)) return own
  return factsInCatalog(catalog, placeOf(provider), name)?.price
}
