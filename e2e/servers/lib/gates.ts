import { existsSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder that a test shares with a fixture server in another process. A file that appears in it opens the gate of that name. */
export class GateFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  open(name: string): void {
    writeFileSync(join(this.#folder, name), '')
  }

  isOpen(name: string): boolean {
    return existsSync(join(this.#folder, name))
  }

  async opened(name: string, signal: AbortSignal): Promise<void> {
    if (this.isOpen(name)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const watcher = watch(this.#folder, () => {
      if (this.isOpen(name)) resolve()
    })
    signal.addEventListener('abort', () => resolve())
    // The file may have appeared between the first check and the start of the watch.
    if (this.isOpen(name) || signal.aborted) resolve()
    await promise
    watcher.close()
  }
}
