import type { ProviderView } from '../../../shared/domain/models/modelProvider'
import type { InputOf } from '../../../shared/rpc/contract'

/** Pure: returns what saves a provider as it is, with these models. Its key stays. */
export function providerInput(provider: ProviderView, models: readonly string[]): InputOf<'models.saveProvider'> {
  return {
    id: provider.id,
    kind: provider.kind,
    name: provider.name,
    models: [...models],
    ...(provider.baseUrl !== undefined && { baseUrl: provider.baseUrl }),
  }
}

/** Pure: returns the models of a provider by their own ids. */
export function modelIds({ models }: ProviderView): readonly string[] {
  return models.map((ref) => ref.slice(ref.indexOf('/') + 1))
}
