import { existsSync, realpathSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'

/** Editors write in several steps. Parley reads the file once they have finished. */
const SETTLE_MS = 60
/** A missing file is checked again after this time, because some editors replace a file when saving. */
const SECOND_LOOK_MS = 400

/** Reports when a policy file, or the copy beside it, may have changed. It watches the file's folder and that folder's parent, because either can be replaced. */
export class PolicyFileWatcher implements Disposable {
  readonly #path: string
  readonly #names: readonly string[]
  readonly #clock: Clock
  readonly #onChange: () => Promise<void>
  readonly #closed = new AbortController()
  readonly #watchers: FSWatcher[] = []
  #looking = false

  constructor(options: {
    readonly path: string
    readonly besides?: string
    readonly clock: Clock
    readonly onChange: () => Promise<void>
  }) {
    this.#path = options.path
    this.#names = [options.path, options.besides ?? options.path].map((path) => basename(path))
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
    this.#watchOne(dirname(folder), [basename(folder)])
    this.#watchOne(folder, this.#names)
    const target = targetOf(this.#path)
    if (target !== this.#path) this.#watchOne(dirname(target), [basename(target)])
  }

  #watchOne(folder: string, wanted: readonly string[]): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || wanted.includes(name)) void this.#look()
      })
      watcher.on('error', (error) => log('warn', 'A policy is no longer watched', { path: this.#path, error }))
      this.#watchers.push(watcher)
    } catch (thrown) {
      // The policy is still read at start. Without a folder, there is nothing to watch.
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
    // The folder may have come or gone, or a link may have another target.
    this.#unwatch()
    this.#watch()
    await this.#onChange()
  }
}

/** The target of a path after following links. If a link vanishes meanwhile, the file is checked again anyway. */
function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
