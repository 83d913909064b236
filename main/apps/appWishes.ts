import type { AppWish } from '../../shared/domain/apps/app'
import { AppError } from '../../shared/errors/appError'
import { untilAborted } from '../lib/untilAborted'

/** So many calls of one app may wait for a person. */
const WAITING = 20

interface OpenWish {
  readonly wish: AppWish
  readonly answered: PromiseWithResolvers<boolean>
}

/** What a person answered about the tools that one app wants to call, and what waits for an answer. */
export class AppWishes {
  /** By tool, the hash of the definition that was answered for. Another tool of the same name is asked for anew. */
  readonly #allowed = new Map<string, string>()
  readonly #denied = new Set<string>()
  readonly #open = new Map<string, OpenWish>()
  readonly #changed: () => void
  #waiting = 0

  /** @param earlier The wishes of the app that this one goes on for: what was answered there holds. */
  constructor(changed: () => void, earlier?: AppWishes) {
    this.#changed = changed
    if (!earlier) return
    for (const [tool, hash] of earlier.#allowed) this.#allowed.set(tool, hash)
    for (const tool of earlier.#denied) this.#denied.add(tool)
  }

  view(): { readonly wishes: readonly AppWish[]; readonly allowedTools: readonly string[]; readonly deniedTools: readonly string[] } {
    return {
      wishes: [...this.#open.values()].map(({ wish }) => wish),
      allowedTools: [...this.#allowed.keys()],
      deniedTools: [...this.#denied],
    }
  }

  /**
   * Whether a person lets the app call a tool. Waits for the answer where there is none. Nothing opens by itself.
   * @throws {AppError} CONFLICT when too many calls wait, and the signal's reason.
   */
  async isGranted(wish: AppWish, hash: string, signal: AbortSignal): Promise<boolean> {
    if (this.#allowed.get(wish.tool) === hash) return true
    if (this.#denied.has(wish.tool)) return false
    if (this.#waiting >= WAITING) throw new AppError('CONFLICT', { reason: 'apps.tooFast' }, { retryAfterSeconds: 1 })
    const open = this.#open.get(wish.tool) ?? { wish, answered: Promise.withResolvers<boolean>() }
    const isNew = !this.#open.has(wish.tool)
    this.#open.set(wish.tool, open)
    this.#waiting++
    if (isNew) this.#changed()
    try {
      return await untilAborted(open.answered.promise, signal)
    } finally {
      this.#waiting--
    }
  }

  /** @param hash of the tool as it is now */
  answer(tool: string, hash: string, allow: boolean): void {
    this.#allowed.delete(tool)
    this.#denied.delete(tool)
    if (allow) this.#allowed.set(tool, hash)
    else this.#denied.add(tool)
    const open = this.#open.get(tool)
    this.#open.delete(tool)
    open?.answered.resolve(allow)
    this.#changed()
  }
}
