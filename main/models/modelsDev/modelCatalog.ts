import * as z from 'zod'
import type { ModelFacts, ProviderKind } from '../../../shared/domain/models/modelProvider'

const Prices = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number().optional(),
  cacheWrite: z.number().optional(),
})
const Price = Prices.extend({ tiers: z.array(Prices.extend({ over: z.number() })).optional() })
const KnownModel = z.object({
  context: z.number(),
  sees: z.boolean(),
  thinks: z.boolean(),
  tools: z.boolean(),
  temperature: z.boolean().exactOptional(),
  price: Price.optional(),
})
/** The shape of `snapshot.json`, which scripts/modelCatalog.mjs writes. Prices are US dollars per million tokens. */
const Snapshot = z.object({
  date: z.string(),
  providers: z.record(z.string(), z.object({ hosts: z.array(z.string()), models: z.record(z.string(), KnownModel) })),
})
export type ModelCatalog = z.infer<typeof Snapshot>

/** Which provider a model belongs to. `host` is where it is reached, when that is not the usual address of its kind. */
export interface ProviderPlace {
  readonly kind: ProviderKind
  readonly host?: string
}

let loaded: Promise<ModelCatalog> | undefined

/** Loads the snapshot of models.dev that Parley ships, when it is first needed. */
export function loadModelCatalog(): Promise<ModelCatalog> {
  loaded ??= import('./snapshot.json').then((file) => Snapshot.parse(file.default))
  return loaded
}

/**
 * Pure: returns what the catalogue knows of a model. A name with a date or `latest` at its end that is not known is looked up without it,
 * as is a variant of OpenRouter (`name:free`), whose price is another one.
 */
export function factsInCatalog(catalog: ModelCatalog, place: ProviderPlace, name: string): ModelFacts | undefined {
  const provider = Object.entries(catalog.providers).find(([id, { hosts }]) =>
    place.host === undefined ? id === place.kind : hosts.includes(place.host),
  )?.[1]
  if (!provider) return undefined
  const known = (wanted: string) => (Object.hasOwn(provider.models, wanted) ? provider.models[wanted] : undefined)
  const exact = known(name) ?? known(name.replace(/^models\//, '')) ?? known(name.replace(/-(?:latest|\d{8}|\d{4}-\d\d-\d\d)$/, ''))
  if (exact) return exact.price ? { ...exact, price: exact.price } : withoutPrice(exact)
  const variantOf = place.host === 'openrouter.ai' ? known(name.replace(/:[a-z]+$/, '')) : undefined
  return variantOf && withoutPrice(variantOf)
}

function withoutPrice({ price: _price, ...facts }: z.infer<typeof KnownModel>): ModelFacts {
  return facts
}
