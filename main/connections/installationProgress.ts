import type { Installing } from '../../shared/domain/connectionState'
import type { ServerConfig } from '../../shared/domain/server'
import type { Clock } from '../lib/clock'
import { packageInstallerOf } from '../session/packageInstallerOf'
import type { OpenedTransport } from '../transport/openTransport'

/** A start that takes no longer than this shows nothing of an installation. */
const LOOK_MS = 1_000

export interface InstallationDeps {
  readonly clock: Pick<Clock, 'sleep'>
  /** Runs when there is something new to show. */
  readonly onInstalling: (installing: Installing) => void
}

/** Tells every second what the program prints that may install a server, until the server answers. */
export class InstallationProgress {
  readonly #program: string
  readonly #deps: InstallationDeps
  #watching = new AbortController()

  constructor(program: string, deps: InstallationDeps) {
    this.#program = program
    this.#deps = deps
  }

  /** Watches this process from now on. An earlier one has ended. */
  watch({ process }: OpenedTransport): void {
    this.end()
    this.#watching = new AbortController()
    if (process) void this.#look(() => process.output.lastLine(), this.#watching.signal)
  }

  end(): void {
    this.#watching.abort()
  }

  async #look(lastLine: () => string | undefined, signal: AbortSignal): Promise<void> {
    for (let before: string | null | undefined = null; ;) {
      await this.#deps.clock.sleep(LOOK_MS, signal).catch(() => undefined)
      if (signal.aborted) return
      const printed = lastLine()
      if (printed !== before) this.#deps.onInstalling({ program: this.#program, ...(printed !== undefined && { printed }) })
      before = printed
    }
  }
}

/** Returns undefined for a server that nothing installs. */
export function installationOf({ launch }: Pick<ServerConfig, 'launch'>, deps: InstallationDeps): InstallationProgress | undefined {
  const program = launch.kind === 'stdio' ? packageInstallerOf(launch.command, launch.args) : undefined
  return program === undefined ? undefined : new InstallationProgress(program, deps)
}
