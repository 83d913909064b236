import type { ModelRef } from '../../../../shared/domain/ids'
import { modelName } from '../../../../shared/domain/models/modelName'
import type { ProviderView } from '../../../../shared/domain/models/modelProvider'

/** Pure: returns how models in one list are called: by name, and where several providers have one of that name, with the provider. */
export function modelLabels(models: readonly ModelRef[], providers: readonly ProviderView[]): ReadonlyMap<ModelRef, string> {
  const byName = Map.groupBy(new Set(models), modelName)
  const labels = Array.from(byName, ([name, same]) =>
    same.map((model): [ModelRef, string] => [model, same.length === 1 ? name : `${name} · ${providerOf(model, providers)}`]),
  )
  return new Map(labels.flat())
}

/** A provider that is gone has its id alone. */
function providerOf(model: ModelRef, providers: readonly ProviderView[]): string {
  const id = model.slice(0, model.indexOf('/'))
  return providers.find((provider) => provider.id === id)?.name ?? id
}
