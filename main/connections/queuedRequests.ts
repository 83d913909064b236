import type { ServerId } from '../../shared/domain/ids'
import { Emitter } from '../lib/emitter'

/** The owner of how many requests outside of any conversation wait for a place behind earlier calls of their server. Nothing of them was sent. */
export class QueuedRequests {
  readonly changes = new Emitter<void>()
  readonly #waiting = new Map<ServerId, number>()

  /** The number for each server where it is not zero. */
  all(): Readonly<Record<ServerId, number>> {
    return Object.fromEntries(this.#waiting)
  }

  /** Runs one request, which tells whether it waits. However it ends, it does not wait any more. */
  async follow<T>(serverId: ServerId, run: (onQueued: (queued: boolean) => void) => Promise<T>): Promise<T> {
    let waits = false
    const set = (queued: boolean): void => {
      if (queued === waits) return
      waits = queued
      const count = (this.#waiting.get(serverId) ?? 0) + (queued ? 1 : -1)
      if (count > 0) this.#waiting.set(serverId, count)
      else this.#waiting.delete(serverId)
      this.changes.emit()
    }
    try {
      return await run(set)
    } finally {
      set(false)
    }
  }
}
