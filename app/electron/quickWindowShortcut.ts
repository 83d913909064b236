import { globalShortcut } from 'electron'
import type { DesktopSettings, QuickWindowKeysState } from '../../shared/domain/desktop/desktopState'
import { log } from '../../main/lib/log'

/** The owner of the keys that open the quick window from any program. */
export class QuickWindowShortcut {
  readonly #press: () => void
  #keys: DesktopSettings['quickWindow'] = 'off'
  #state: QuickWindowKeysState = 'off'

  constructor(press: () => void) {
    this.#press = press
  }

  /** Asks the system for these keys and gives the former ones back. Returns whether they work now. */
  use(keys: DesktopSettings['quickWindow']): QuickWindowKeysState {
    // Keys that another program had are asked for again only when the person chooses anew.
    if (keys === this.#keys) return this.#state
    this.release()
    this.#keys = keys
    if (keys !== 'off') this.#state = this.#register(keys) ? 'ready' : 'taken'
    return this.#state
  }

  release(): void {
    if (this.#keys !== 'off' && this.#state === 'ready') globalShortcut.unregister(this.#keys)
    this.#keys = 'off'
    this.#state = 'off'
  }

  #register(keys: string): boolean {
    try {
      return globalShortcut.register(keys, this.#press)
    } catch (thrown) {
      log('warn', 'The system refused a global shortcut', { keys, error: thrown })
      return false
    }
  }
}
