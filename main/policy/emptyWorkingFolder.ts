import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Owner of an empty folder for programs that read packages and settings from where they start, as npx does. Each Parley has its own, made
 * when it is first needed and removed at the end; what one that crashed left behind is removed too.
 */
export class EmptyWorkingFolder implements Disposable {
  readonly #base: string
  #made: string | undefined

  /** @param base the folder that holds one for each Parley that runs */
  constructor(base: string) {
    this.#base = base
  }

  /** The folder; it holds nothing but what keeps npm from looking for packages above it. @throws the system's error if it cannot be made */
  path(): string {
    this.#made ??= this.#make()
    return this.#made
  }

  [Symbol.dispose](): void {
    if (this.#made !== undefined) rmSync(this.#made, { recursive: true, force: true })
  }

  #make(): string {
    mkdirSync(this.#base, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(this.#base)) if (!isOfLiving(name)) rmSync(join(this.#base, name), { recursive: true, force: true })
    const path = join(this.#base, String(process.pid))
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path, { mode: 0o700 })
    writeFileSync(join(path, 'package.json'), '{ "private": true }\n')
    return path
  }
}

/** Whether a folder has the id of a running process as its name. */
function isOfLiving(name: string): boolean {
  if (!/^\d+$/.test(name)) return false
  try {
    process.kill(Number(name), 0)
    return true
  } catch {
    return false
  }
}
