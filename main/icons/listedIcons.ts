import type { Catalog, Icon } from '../../shared/domain/catalog'
import type { ConnectionState } from '../../shared/domain/connectionState'

/** Pure: every icon that a server lists, its own and those of what it offers. */
export function* listedIcons(state: ConnectionState | undefined, catalog: Catalog): Iterable<Icon> {
  if (state?.phase === 'ready') yield* state.identity.icons ?? []
  for (const offers of [catalog.tools, catalog.prompts, catalog.resources, catalog.templates]) {
    for (const { icons } of offers) yield* icons ?? []
  }
}
