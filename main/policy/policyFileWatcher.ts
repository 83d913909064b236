import { existsSync, realpathSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'

/** Editors write in several steps; Parley looks when they are done. */
const SETTLE_MS = 60
/** A file that vanished is looked for again before that is believed: some editors write by putting another one in its place. */
const SECOND_LOOK_MS = 400

/** Tells when a file may be another one: it is watched in its folder, and that in the one above: another may take its place. */
export class PolicyFileWatcher implements Disposable {
  readonly #path: string
  readonly #clock: Clock
  readonly #onChange: () => Promise<void>
  readonly #closed = new AbortController()
  readonly #watchers: FSWatcher[] = []
  #looking = false

  constructor(options: { readonly path: string; readonly clock: Clock; readonly onChange: () => Promise<void> }) {
    this.#path = options.path
    this.#clock = options.clock
    this.#onChange = options.onChange
    this.#watch()
  }

  [Symbol.dispose](): void {
    this.#closed.abort()
    this.#unwatch()
  }

  #watch(): void {
    const folder = dirname(this.#path)
    this.#watchOne(dirname(folder), basename(folder))
    this.#watchOne(folder, basename(this.#path))
    const target = targetOf(this.#path)
    if (target !== this.#path) this.#watchOne(dirname(target), basename(target))
  }

  #watchOne(folder: string, wanted: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || name === wanted) void this.#look()
      })
      watcher.on('error', (error) => log('warn', 'A policy is no longer watched', { path: this.#path, error }))
      this.#watchers.push(watcher)
    } catch (thrown) {
      // It is read when Parley starts; where there is not even a folder, there is nothing to watch.
      if (existsSync(folder)) log('warn', 'A policy cannot be watched', { path: this.#path, error: AppError.from(thrown) })
    }
  }

  #unwatch(): void {
    for (const watcher of this.#watchers.splice(0)) watcher.close()
  }

  async #look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    try {
      await this.#clock.sleep(SETTLE_MS, this.#closed.signal)
      if (!existsSync(this.#path)) await this.#clock.sleep(SECOND_LOOK_MS, this.#closed.signal)
    } catch (thrown) {
      if (this.#closed.signal.aborted) return
      throw thrown
    } finally {
      this.#looking = false
    }
    // Its folder may have come or gone, and a link may lead elsewhere.
    this.#unwatch()
    this.#watch()
    await this.#onChange()
  }
}

/** Where links lead; one that vanishes meanwhile is looked at again anyway. */
function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
