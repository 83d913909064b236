import type { ModelRef } from '../../shared/domain/ids'
import { Emitter } from '../lib/emitter'

/** The owner of which models are being loaded into memory because Parley asked them. That can take minutes. */
export class LoadingModels {
  readonly changes = new Emitter<void>()
  readonly #waiting = new Map<ModelRef, number>()

  /** The models in the order in which they began. */
  all(): readonly ModelRef[] {
    return [...this.#waiting.keys()]
  }

  /** Marks a model as loading until the returned function is called. Several requests may wait for one model. */
  begin(ref: ModelRef): () => void {
    this.#waiting.set(ref, (this.#waiting.get(ref) ?? 0) + 1)
    this.changes.emit()
    let ended = false
    return () => {
      if (ended) return
      ended = true
      const others = (this.#waiting.get(ref) ?? 1) - 1
      if (others === 0) this.#waiting.delete(ref)
      else this.#waiting.set(ref, others)
      this.changes.emit()
    }
  }
}
