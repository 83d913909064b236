import type { ServerId } from '../../shared/domain/ids'
import { Emitter } from '../lib/emitter'

/** Counts how often each server's offer changed in this run. A screen that shows a catalog reads it again when its number changes. */
export class CatalogVersions {
  readonly changes = new Emitter<void>()
  readonly #versions = new Map<ServerId, number>()

  constructor(source: { readonly catalogChanges: Emitter<ServerId> }) {
    source.catalogChanges.subscribe((serverId) => {
      this.#versions.set(serverId, (this.#versions.get(serverId) ?? 0) + 1)
      this.changes.emit()
    })
  }

  all(): Readonly<Record<ServerId, number>> {
    return Object.fromEntries(this.#versions)
  }
}
