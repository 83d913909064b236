import type { StoredChange } from '../../../../shared/domain/apps/app'
import { APP_STORAGE_CHARACTERS, APP_STORAGE_NAMES } from '../../../../shared/confinedFrames/appStorage'

const WAIT_MS = 500

/** Collects what an app changes in its storage and hands it on together: the disk takes two changes in a second, however many the app makes. */
export class StoredChanges {
  readonly #write: (changes: readonly StoredChange[]) => void
  readonly #after: (ms: number, run: () => void) => () => void
  readonly #waiting = new Map<string, string | null>()
  #characters = 0
  #stop: (() => void) | undefined

  constructor(write: (changes: readonly StoredChange[]) => void, after: (ms: number, run: () => void) => () => void) {
    this.#write = write
    this.#after = after
  }

  /** What is more than the apps of a server may keep is left out: the host would not take it either. */
  add(changes: readonly StoredChange[]): void {
    for (const [name, value] of changes) {
      const sum = this.#characters + name.length + (value?.length ?? 0) - this.#lengthOf(name)
      const isTooMuch = sum > 2 * APP_STORAGE_CHARACTERS || (this.#waiting.size >= APP_STORAGE_NAMES && !this.#waiting.has(name))
      if (isTooMuch) continue
      this.#characters = sum
      this.#waiting.set(name, value)
    }
    this.#stop ??= this.#after(WAIT_MS, () => this.flush())
  }

  /** Hands on what waits. */
  flush(): void {
    this.#stop?.()
    this.#stop = undefined
    const changes = [...this.#waiting]
    this.#waiting.clear()
    this.#characters = 0
    if (changes.length > 0) this.#write(changes)
  }

  #lengthOf(name: string): number {
    const value = this.#waiting.get(name)
    return value === undefined ? 0 : name.length + (value?.length ?? 0)
  }
}
