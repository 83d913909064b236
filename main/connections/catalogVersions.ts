import type { ServerId } from '../../shared/domain/ids'
import { Emitter } from '../lib/emitter'

/** How often what each server offers has changed in this run: who shows a catalog reads it again when its number is another one. */
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
